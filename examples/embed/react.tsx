// The table in React: a seat on a server, if the page names one (react.html?server=ws://...), or a game against a bot in the page.

import { type HTMLAttributes, type Ref, useEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { type ToledoTable, defineTable } from "toledo-rules-client/element";
import { LocalTable } from "toledo-rules-client/local";
import { SocketTable, websocket } from "toledo-rules-client/socket";
import type { TableState } from "toledo-rules-client/table";

defineTable();

interface TableAttributes extends HTMLAttributes<ToledoTable> {
  ref: Ref<ToledoTable>;
  data: string;
  language: string;
  "ontoledo-state": (event: CustomEvent<TableState>) => void;
}
declare module "react" {
  namespace JSX {
    interface IntrinsicElements { "toledo-table": TableAttributes }
  }
}

function Game({ server }: { server: string | null }) {
  const table = useRef<ToledoTable>(null), [language, speak] = useState("en"), [state, show] = useState<TableState>();
  const game = useMemo(() => (server ? new SocketTable(websocket(server)) : new LocalTable({ seat: 0, seed: Date.now() })), [server]);
  useEffect(() => table.current!.join(game), [game]);
  return (
    <>
      <toledo-table ref={table} data="node_modules/toledo-rules-client/data/" language={language} ontoledo-state={({ detail }) => show(detail)} />
      <p>Points: <output>{state?.scores.map(({ total }) => total).join(" : ")}</output></p>
      {["en", "de", "fr"].map((code) => <button key={code} onClick={() => speak(code)}>{code}</button>)}
    </>
  );
}

const server = new URLSearchParams(location.search).get("server");
createRoot(document.getElementById("app")!).render(<Game server={server} />);
