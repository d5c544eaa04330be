// What a page loads that has no bundler of its own: the table and the way to a server; the rules only for whoever plays without one.

export { ToledoTable, defineTable } from "./table/element.js";
export { SocketTable, websocket } from "./table/socket.js";
export type { Transport } from "./table/transport.js";

