export { encodeText, indexOf, listNumbers, stepFile } from './exchange.js'
export { storeBytes, type StoredBytes } from './stored-bytes.js'
