// Writes the TypeScript types of the schema to the file that is named: node generate.mjs toledo.ts
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileFromFile } from "json-schema-to-typescript";

const schema = fileURLToPath(new URL("../../schema/toledo.schema.json", import.meta.url));
const types = await compileFromFile(schema, {
  additionalProperties: false,
  bannerComment: "// Generated from ../../schema/toledo.schema.json by generate.mjs. Change the classes instead.",
  ignoreMinAndMaxItems: true, // lists are plain arrays, not tuples with a rest
  style: { printWidth: 100 },
});
writeFileSync(process.argv[2], types);
