export { encodeText, indexOf, stepFile } from './exchange.js'
