/** Returns whether a file contains tests. */
export const isTestFile = (path) => /\.(test|spec|slow|browser|fleet|abuse)\.[cm]?[jt]sx?$/.test(path)

/** Finds every `it` and `test` of a parsed file: its title, the titles of the `describe` blocks around it, and its offset. */
export function findTestTitles(program) {
  const titles = []
  const visit = (node, chain) => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, chain))
    if (typeof node?.type !== 'string') return
    const call = node.type === 'CallExpression' ? getTitledCall(node) : null
    if (call?.isTest) titles.push({ chain, title: call.title, start: node.start })
    const inner = call && !call.isTest ? [...chain, call.title] : chain
    for (const value of Object.values(node)) if (value !== null && typeof value === 'object') visit(value, inner)
  }
  visit(program.body, [])
  return titles
}

/** Matches `it(title, …)`, `it.each(…)(title, …)`, `describe.skipIf(…)(title, …)`; null for other calls. */
function getTitledCall({ callee, arguments: [first, ...others] }) {
  const title = readText(first)
  const hasBody = others.some(({ type }) => type !== 'Literal')
  if (title === null || !hasBody) return null
  let root = callee
  while (root.type !== 'Identifier') {
    const next =
      root.type === 'CallExpression' ? root.callee : root.type === 'TaggedTemplateExpression' ? root.tag : root.object
    if (!next) return null
    root = next
  }
  if (!/^(describe|suite|it|test)$/.test(root.name)) return null
  return { title, isTest: root.name === 'it' || root.name === 'test' }
}

function readText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }) => value.cooked).join('%s')
}

/**
 * Creates a check that returns why a title joined with its `describe` is not a sentence; null if it is one.
 *
 * - no subject: no `describe`, and the title begins with a verb or a conjunction;
 * - split phrase: the title begins with a preposition, relative pronoun or conjunction, so a noun phrase is cut in two;
 * - weak subject: the innermost `describe` begins with what, how, where, a preposition …, and names no unit;
 * - no content: an auxiliary and at most one more word;
 * - no verb: the title has a subject of its own, but no verb.
 */
export function createTitleCheck(grammar) {
  const sets = Object.fromEntries(Object.entries(grammar).map(([name, list]) => [name, new Set(list.split(' '))]))
  const isVerb = (word) =>
    sets.auxiliaries.has(word) ||
    [/$/, /s$/, /es$/].some((ending) => sets.verbs.has(word.replace(ending, ''))) ||
    sets.verbs.has(word.replace(/ies$/, 'y'))
  const isSingular = (word) => /[^s]s$/.test(word) && !sets.determiners.has(word)
  const isCondition = (word, title) => /^(when|if|while|after|before|until|once)$/.test(word) && title.includes(',')
  const isPredicate = ([first = '', ...others]) =>
    isVerb(first) || (isSingular(first) && !others.slice(0, 3).some(isVerb))
  const findSubjectFault = (subject, tokens, title) => {
    const [first = ''] = tokens
    if (subject.length === 0) return isPredicate(tokens) || sets.continuations.has(first) ? 'no subject' : null
    if (sets.continuations.has(first) && !isCondition(first, title)) return 'split phrase'
    return sets.weakSubjects.has(subject[0]) ? 'weak subject' : null
  }
  return ({ chain, title }) => {
    const tokens = toTokens(title)
    const [first = ''] = tokens
    const fault = findSubjectFault(toTokens(chain.at(-1) ?? ''), tokens, title)
    if (fault !== null) return fault
    if (sets.auxiliaries.has(first) && tokens.length <= 2) return 'no content'
    const hasVerb = isPredicate(tokens) || isCondition(first, title) || tokens.slice(1).some(isVerb)
    return hasVerb ? null : 'no verb'
  }
}

const toTokens = (text) =>
  text
    .replace(/^[A-Z]\d\d[a-z]?\b:?\s*/, '')
    .toLowerCase()
    .split(/[\s,:;()“”"]+/)
    .filter(Boolean)
