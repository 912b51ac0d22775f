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

const exceptions = allowed.map(({ paths, names }) => ({ path: new RegExp(paths), names: new Set(names) }))
const isAllowed = ({ name, path }) => exceptions.some((entry) => entry.names.has(name) && entry.path.test(path))

/** Returns the rule words that a declared name breaks: `{ name, kind, path, isLookUp }`. */
export function findBrokenRules({ name, kind, path, isLookUp = false }) {
  if (isAllowed({ name, path })) return []
  const parts = splitName(name)
  const names = [name, name.replace(/[-_]+(\w)/g, (_, initial) => initial.toUpperCase())]
  const isNamed = (patterns) => names.some((form) => matches(patterns, form))
  return rules
    .filter((rule) => hasWord(rule, parts))
    .filter(({ kinds }) => !kinds || kinds.includes(kind))
    .filter(({ only }) => only.length === 0 || isNamed(only))
    .filter(({ paths }) => paths.length === 0 || matches(paths, path))
    .filter(({ except, exceptPaths }) => !isNamed(except) && !matches(exceptPaths, path))
    .filter(({ allowsLookup }) => !(allowsLookup && isLookUp))
    .map(({ word }) => word)
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
