import { parseScript } from '../language/declarations.mjs'

/** Pairs that replace each other, and single replacements. */
const pairs =
  '< <=, > >=, === !==, + -, * /, << >>, & |, && ||, ++ --, += -=, *= /=, |= &=, <<= >>=, min max, floor ceil, some every'
const single = { '%': '*', '**': '*', '>>>': '>>', '^': '|', '^=': '|=', '>>>=': '<<=', round: 'floor' }
const replacements = Object.assign(Object.create(null), single)
for (const [one, other] of pairs.split(', ').map((pair) => pair.split(' ')))
  Object.assign(replacements, { [one]: other, [other]: one })

const isErrorOrLog = ({ callee }) =>
  /^malformed$|Error$|^(log|logger|console)$/.test(callee?.name ?? callee?.object?.name)
const expressionInType = /^TS(As|NonNull|Satisfies|Instantiation)Expression$|^TSParameterProperty$/
const removableExpression = /^(Call|Assignment|Update|Await)Expression$/

/** Changed results by the type of a function's result. */
const otherResults = {
  TSBooleanKeyword: (text) => `!(${text})`,
  TSTypePredicate: (text) => `!(${text})`,
  TSNumberKeyword: (text) => `(${text}) + 1`,
  TSStringKeyword: () => "''",
  TSArrayType: () => '[]',
  TSTypeOperator: (text, { typeAnnotation }) => getOtherResult(text, typeAnnotation),
  TSTypeReference: (_, { typeName }) => (/^(Ui|I|F)\w+Array$/.test(typeName.name) ? `new ${typeName.name}(0)` : null),
  TSUnionType: (_, { types }) => (types.some(({ type }) => type === 'TSNullKeyword') ? 'null' : null),
}
const getOtherResult = (text, type) => otherResults[type?.type]?.(text, type) ?? null

class MutantFinder {
  mutants = []
  #text
  #statement = null

  constructor(text) {
    this.#text = text
  }

  #getText = ({ start, end }) => this.#text.slice(start, end)

  #add(node, mutated, isStatement = false) {
    const { start, end } = node
    const original = this.#getText(node)
    // A switch at the start of a statement could be parsed as a call of the previous line. `void` prevents this, and
    // does not change a complete statement.
    const isAtStart = !isStatement && this.#statement?.start === start
    if (mutated === original || (isAtStart && this.#statement.end !== end)) return
    this.mutants.push({ start, end, original, mutated, isStatement, isAtStart })
  }

  #addResult(node, type) {
    const mutated = /^(Binary|Logical|Unary)/.test(node.type) ? null : getOtherResult(this.#getText(node), type)
    if (mutated !== null) this.#add(node, mutated)
  }

  #addOperator(node) {
    const { left, right, operator, type } = node
    if (operator === '??') this.#add(node, this.#getText(right))
    const isText = [left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string')
    const other = replacements[operator]
    if (other === undefined || (operator === '+' && isText)) return
    const target = type === 'AssignmentExpression' ? this.#getText(left) : `(${this.#getText(left)})`
    this.#add(node, `${target} ${other} (${this.#getText(right)})`)
  }

  #addCondition({ test, type }) {
    if (test && !/^(For|While|DoWhile)/.test(type)) this.#add(test, 'true')
    if (test) this.#add(test, 'false')
  }

  #addCall({ callee, ...node }) {
    const { computed, property } = callee
    const other = computed === false ? replacements[property.name] : undefined
    const before = this.#text.slice(node.start, property?.start)
    if (other) this.#add(node, before + other + this.#text.slice(property.end, node.end))
  }

  #addExpressionStatement(node) {
    const { type, callee } = node.expression
    this.#statement = node.expression
    if (removableExpression.test(type) && callee?.type !== 'Super') this.#add(node, '', true)
  }

  #visitors = {
    BinaryExpression: (node) => this.#addOperator(node),
    LogicalExpression: (node) => this.#addOperator(node),
    AssignmentExpression: (node) => this.#addOperator(node),
    UnaryExpression: (node) => /^[!~-]$/.test(node.operator) && this.#add(node, `(${this.#getText(node.argument)})`),
    UpdateExpression: (node) =>
      this.#add(node, this.#getText(node).replace(node.operator, replacements[node.operator])),
    Literal: ({ value, ...node }) => {
      const isIncreased = value === 0 || node.start % 2 === 1
      if (typeof value === 'number') this.#add(node, String(isIncreased ? value + 1 : value - 1))
    },
    CallExpression: (node) => this.#addCall(node),
    IfStatement: (node) => this.#addCondition(node),
    ConditionalExpression: (node) => this.#addCondition(node),
    ForStatement: (node) => this.#addCondition(node),
    WhileStatement: (node) => this.#addCondition(node),
    DoWhileStatement: (node) => this.#addCondition(node),
    ReturnStatement: (node, type) => (node.argument ? this.#addResult(node.argument, type) : this.#add(node, '', true)),
    ThrowStatement: (node) => this.#add(node, '', true),
    ContinueStatement: (node) => this.#add(node, '', true),
    BreakStatement: (node) => this.#add(node, '', true),
    ExpressionStatement: (node) => this.#addExpressionStatement(node),
  }

  visit(node, resultType) {
    if (Array.isArray(node)) return node.forEach((child) => this.visit(child, resultType))
    if (typeof node?.type !== 'string' || node.directive) return
    if (expressionInType.test(node.type)) return this.visit(node.expression ?? node.parameter, resultType)
    if (/^(Import|ExportAll|TS)/.test(node.type)) return
    this.#visitors[node.type]?.(node, resultType)
    if (node.type === 'ThrowStatement' || isErrorOrLog(node)) return
    this.#visitChildren(node, 'returnType' in node ? node.returnType?.typeAnnotation : resultType)
  }

  #visitChildren(node, resultType) {
    if ('returnType' in node && node.body && node.expression) this.#addResult(node.body, resultType)
    for (const [key, child] of Object.entries(node)) {
      const isName = (key === 'key' || key === 'property') && !node.computed
      if (child !== null && typeof child === 'object' && !isName) this.visit(child, resultType)
    }
  }
}

/**
 * Returns all mutants of a TypeScript module, outside types, imports, logs and errors: `{ start, end, original, mutated,
 * isStatement, isAtStart }`. `mutated` of a statement is ''.
 */
export function findMutants(path, text) {
  const finder = new MutantFinder(text)
  finder.visit(parseScript(path, text).body, null)
  return finder.mutants
}

/**
 * Returns the module with a switch for each mutant, by its `id`: `a < b` becomes `(__mutant(7) ? ((a) <= (b)) : (a < b))`.
 * `globalThis.mutation` sets the switches. Lines keep their numbers.
 */
export function addSwitches(text, mutants) {
  const isBefore = (one, other) => one.start - other.start || other.end - one.end || other.isStatement - one.isStatement
  const queue = mutants.toSorted(isBefore)
  const render = (from, to) => {
    let out = ''
    let at = from
    while (queue.length > 0 && queue[0].start < to) {
      const { id, start, end, mutated, isStatement, isAtStart } = queue.shift()
      out += text.slice(at, start)
      const original = render(start, end)
      out += isStatement
        ? `{ if (!__mutant(${id})) { ${original} } }`
        : `${isAtStart ? 'void ' : ''}(__mutant(${id}) ? (${mutated}) : (${original}))`
      at = end
    }
    return out + text.slice(at, to)
  }
  return `function __mutant(id) { return globalThis.mutation?.isActive(id) ?? false } ${render(0, text.length)}`
}
