export { MalformedRecordError, TruncatedRecordError, firstForm, tryParse } from './malformed-record-error.js'
export { RecordCursor } from './record-cursor.js'
