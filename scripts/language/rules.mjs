import { readFileSync } from 'node:fs'

const {
  ignore,
  words: wordRules,
  technicalTerms,
  grammar,
  allowed,
} = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'))

export { grammar }

const toPatterns = (sources = []) => sources.map((source) => new RegExp(source))
const matches = (patterns, text) => patterns.some((pattern) => pattern.test(text))

const ignored = toPatterns(ignore)
export const isIgnored = (path) => matches(ignored, path)

const rules = Object.entries(wordRules).map(([word, rule]) => ({
  ...rule,
  word,
  forms: new Set([word, ...(rule.forms ?? [])]),
  except: toPatterns(rule.except),
  only: toPatterns(rule.only),
  paths: toPatterns(rule.paths),
  exceptPaths: toPatterns(rule.exceptPaths),
}))

const exceptions = allowed.map(({ paths, names, reason }) => ({
  path: new RegExp(paths),
  names: new Set(names),
  reason,
}))

/** Checks declared names by the rules, and records which exceptions of the rules are needed. */
export class NameCheck {
  #neededPatterns = new Set()
  #neededNames = new Map(exceptions.map((exception) => [exception, new Set()]))

  /** Returns the rule words that a declared name breaks: `{ name, kind, path, isLookUp }`. */
  findBrokenRules({ name, kind, path, isLookUp = false }) {
    const parts = splitName(name)
    const names = [name, name.replace(/[-_]+(\w)/g, (_, initial) => initial.toUpperCase())]
    const isNamed = (pattern) => names.some((form) => pattern.test(form))
    const broken = rules
      .filter((rule) => hasWord(rule, parts))
      .filter(({ kinds }) => !kinds || kinds.includes(kind))
      .filter(({ only }) => only.length === 0 || only.some(isNamed))
      .filter(({ paths }) => paths.length === 0 || matches(paths, path))
      .filter(({ allowsLookup }) => !(allowsLookup && isLookUp))
      .filter((rule) => !this.#isExcepted(rule, { isNamed, path }))
      .map(({ word }) => word)
    return broken.length > 0 && this.#isAllowed({ name, path }) ? [] : broken
  }

  /** Returns the exceptions of `rules.json` that no name checked so far needs. */
  findUnusedExceptions() {
    const patterns = rules.flatMap(({ word, except, exceptPaths }) =>
      [...except, ...exceptPaths]
        .filter((pattern) => !this.#neededPatterns.has(pattern))
        .map(({ source }) => `${word}: ${source}`),
    )
    const names = exceptions.flatMap((exception) =>
      [...exception.names]
        .filter((name) => !this.#neededNames.get(exception).has(name))
        .map((name) => `${name}: ${exception.reason}`),
    )
    return [...patterns, ...names]
  }

  #isExcepted({ except, exceptPaths }, { isNamed, path }) {
    const needed = [...except.filter(isNamed), ...exceptPaths.filter((pattern) => pattern.test(path))]
    for (const pattern of needed) this.#neededPatterns.add(pattern)
    return needed.length > 0
  }

  #isAllowed({ name, path }) {
    const needed = exceptions.filter((exception) => exception.names.has(name) && exception.path.test(path))
    for (const exception of needed) this.#neededNames.get(exception).add(name)
    return needed.length > 0
  }
}

/** Splits a name into words: `mostImageBytes` and `most-image-bytes` give most, image, bytes. */
const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase())

function hasWord({ word, forms, bare }, parts) {
  if (word.includes(' ')) return ` ${parts.join(' ')} `.includes(` ${word} `)
  return bare ? parts.length === 1 && forms.has(parts[0]) : parts.some((part) => forms.has(part))
}

const terms = technicalTerms.map((term) => new RegExp(`(^|[^a-z0-9])${term}([^a-z0-9]|$)`, 'i'))
export const hasTechnicalTerm = (title) => matches(terms, title)
