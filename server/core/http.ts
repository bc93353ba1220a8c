/**
 * node:http without Node's browser APIs. `import` reads every export of a module, and `WebSocket` among them loads a second HTTP client: 14 MB for nothing. For
 * the same reason no server code calls `fetch`.
 */
import https from 'node:https'

const http = process.getBuiltinModule('node:http')

export const { createServer, STATUS_CODES } = http
export { https, http }
