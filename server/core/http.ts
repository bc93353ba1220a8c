/**
 * node:http without what Node has beside it for browsers. `import` reads every export of a module, and `WebSocket` among these brings
 * a second HTTP client along: 14 MB that nobody asked for. For the same reason nothing here calls `fetch`.
 */
import https from 'node:https'

const http = process.getBuiltinModule('node:http')

export const { createServer, STATUS_CODES } = http
export { https, http }
