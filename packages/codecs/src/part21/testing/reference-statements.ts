import { latin1 } from '../latin1.js'
import { maxStatementNumber, type StepIndex } from '../step-index.js'
import { byte, endOfStatement, findTypeName, noEnd, skipBlanks, skipTypeName } from '../step-scan.js'

/** Number, positions (`#`, after the opening parenthesis, semicolon) and type of a statement. */
export type StatementFields = readonly [id: number, start: number, body: number, end: number, type: string]

/** Lists the statements of an index. */
export function describeStatements(index: StepIndex): StatementFields[] {
  return Array.from({ length: index.count }, (_, row) => [
    index.getId(row),
    index.getStart(row),
    index.getBody(row),
    index.getEnd(row),
    index.typeNames[index.getType(row)] ?? '',
  ])
}

/** Lists the statements of a file in memory one by one, without blocks, pages and WebAssembly. */
export function readReferenceStatements(bytes: Uint8Array, from: number): StatementFields[] {
  const statements: StatementFields[] = []
  for (let position = from; position < bytes.length;) {
    const start = skipBlanks(bytes, position, bytes.length)
    const isInstance = bytes[start] === byte.hash
    let afterId = start + 1
    while (isInstance && bytes[afterId] >= byte.zero && bytes[afterId] <= byte.nine) afterId++
    const nameStart = isInstance ? findTypeName(bytes, afterId, bytes.length) : start
    const nameEnd = isInstance ? skipTypeName(bytes, nameStart, bytes.length) : start
    const signedEnd = start < bytes.length ? endOfStatement(bytes, nameEnd, bytes.length) : noEnd
    if (signedEnd === noEnd) break
    const end = Math.abs(signedEnd)
    const id = Number(latin1(bytes, start + 1, afterId))
    const open = skipBlanks(bytes, nameEnd, end)
    const isRead = isInstance && nameEnd > nameStart && bytes[open] === byte.open && id > 0 && id <= maxStatementNumber
    if (isRead) statements.push([id, start, open + 1, end, latin1(bytes, nameStart, nameEnd).toUpperCase()])
    position = end + 1
  }
  return statements
}
