import { AppError } from '@kamar/core'
import type { FastifyInstance } from 'fastify'

/** Escapes that can stand for a character which no database stores; bytes of UTF-8 cannot. */
const suspectEscape = /\\u(?:0000|d[89a-f])/i
/** More than twice the nesting of any valid body. */
const maxDepth = 64
const unstorable = /[\0\p{Surrogate}]/u

/**
 * Parses JSON bodies. Clients that always send `Content-Type: application/json` also send it without a body. Refuses
 * NUL and unpaired surrogates anywhere: PostgreSQL stores neither in texts nor in JSON.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null)
    if (exceedsDepth(body, maxDepth)) return done(new AppError('bad-request'))
    void parse(request, body, (error, value) => {
      if (error) return done(error)
      const field = suspectEscape.test(body) ? findUnstorable(value) : null
      if (field === null) done(null, value)
      else done(new AppError('invalid-input', { field: field.slice(0, 100) }))
    })
  })
}

const [quote, backslash, brace, bracket, braceEnd, bracketEnd] = [0x22, 0x5c, 0x7b, 0x5b, 0x7d, 0x5d]

/**
 * Returns whether JSON exceeds a nesting depth, without parsing it: a million brackets take the parser forty times as
 * long as other text.
 */
export function exceedsDepth(json: string, maxLevels: number): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (isText) {
      if (code === backslash) index++
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === brace || code === bracket) {
      if (++depth > maxLevels) return true
    } else if (code === braceEnd || code === bracketEnd) depth--
  }
  return false
}

/**
 * Returns whether every text and every key in a value can be stored. Without recursion: bodies may be nested at any
 * depth.
 */
function isStorable(value: unknown): boolean {
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string' && unstorable.test(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [key, member] of Object.entries(next)) open.push(key, member)
  }
  return true
}

/** Finds the field of a body with a text that cannot be stored; returns null when there is none. */
function findUnstorable(body: unknown): string | null {
  for (const [name, member] of Object.entries(Object(body) as object)) {
    if (!isStorable(name)) return 'body'
    if (!isStorable(member)) return `body.${name}`
  }
  return null
}
