import { extname } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const languages = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.mjs': 'js',
  '.cjs': 'js',
  '.js': 'js',
  '.jsx': 'jsx',
}

/** Returns whether a file is a script whose declarations are checked. */
export const isScript = (path) => extname(path) in languages

/** Returns the ESTree syntax tree of a script. Throws on syntax errors. */
export const parseScript = (path, text) =>
  parseAst(text, { lang: /\.d\.[cm]?ts$/.test(path) ? 'dts' : languages[extname(path)] }, path)

/**
 * Finds the names that a parsed script declares, as `{ name, kind, start, isLookUp }`: variables, parameters, functions,
 * types, classes and their members, and the keys of constant objects at module level. `start` is the offset of the
 * name; `isLookUp` is true for a function that only returns a part of its arguments.
 */
export function findDeclarations(program) {
  const reader = new DeclarationReader()
  reader.readAll(program.body, { isModuleLevel: true })
  return reader.declarations
}

class DeclarationReader {
  declarations = []

  declare(kind, node, isLookUp = false) {
    if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier')
      this.declarations.push({ name: node.name, kind, start: node.start, isLookUp })
  }

  readAll(nodes, context) {
    for (const node of nodes) this.read(node, context)
  }

  /** Records the declarations of a node, then visits its children. */
  read(node, context = { isModuleLevel: false }) {
    if (Array.isArray(node)) return this.readAll(node, context)
    if (typeof node?.type !== 'string') return
    const visitor = visitors[node.type]
    if (visitor) return visitor(this, node, context)
    this.readChildren(node, node.type.startsWith('Export') ? context : undefined)
  }

  readChildren(node, context) {
    for (const [key, value] of Object.entries(node)) {
      if (value !== null && typeof value === 'object' && key !== 'loc') this.read(value, context)
    }
  }

  /**
   * Records the names of a binding: an identifier, or those of a destructuring pattern that differ from the properties.
   */
  bind(kind, node, isLookUp = false) {
    if (node === null) return
    if (node.type === 'Identifier') {
      this.declare(kind, node, isLookUp)
      this.read(node.typeAnnotation)
    } else if (node.type === 'AssignmentPattern') {
      this.bind(kind, node.left)
      this.read(node.right)
    } else if (node.type === 'RestElement') this.bind(kind, node.argument)
    else if (node.type === 'ArrayPattern') {
      for (const element of node.elements) this.bind(kind, element)
      this.read(node.typeAnnotation)
    } else if (node.type === 'ObjectPattern') {
      for (const property of node.properties) this.bindProperty(kind, property)
      this.read(node.typeAnnotation)
    } else if (node.type === 'TSParameterProperty') this.bind('property', node.parameter)
  }

  /** `{ length }` repeats the name of a property, `{ length: count }` declares one. */
  bindProperty(kind, property) {
    if (property.type === 'RestElement') return this.bind(kind, property.argument)
    if (!property.shorthand) return this.bind(kind, property.value)
    if (property.value.type === 'AssignmentPattern') this.read(property.value.right)
    this.declare(kind, property.key)
  }

  readFunction(node) {
    for (const parameter of node.params) {
      if (parameter.name !== 'this') this.bind('parameter', parameter)
    }
    this.read(node.typeParameters)
    this.read(node.returnType)
    this.read(node.body)
  }

  /** Records the keys of an object literal that initialises a module constant, including nested ones. */
  readKeys(node) {
    const object = unwrap(node)
    if (object?.type !== 'ObjectExpression') return
    for (const property of object.properties) {
      if (property.type !== 'Property' || property.shorthand) continue
      if (!property.computed) this.declare('key', property.key)
      this.readKeys(property.value)
    }
  }
}

const unwrap = (node) =>
  node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression' ? unwrap(node.expression) : node

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

function readMember(reader, node) {
  const value = node.value ?? null
  const isMethod = node.type.includes('Method') || isFunction(value)
  const key = node.key
  if (!node.computed && !(key.type === 'Identifier' && key.name === 'constructor')) {
    reader.declare(isMethod ? 'method' : 'property', key, isFunction(value) && isLookUp(value))
  } else if (node.computed) reader.read(key)
  reader.read(node.decorators)
  reader.read(node.typeAnnotation)
  reader.read(value)
}

function readSignature(reader, node) {
  if (!node.computed) reader.declare(node.type === 'TSMethodSignature' ? 'method' : 'member', node.key)
  reader.read(node.typeParameters)
  for (const parameter of node.params ?? []) reader.bind('parameter', parameter)
  reader.read(node.typeAnnotation)
  reader.read(node.returnType)
}

function readNamed(kind) {
  return (reader, node) => {
    reader.declare(kind, node.id)
    for (const [key, value] of Object.entries(node)) if (key !== 'id') reader.read(value)
  }
}

function readFunctionDeclaration(reader, node) {
  reader.declare('function', node.id, isLookUp(node))
  reader.readFunction(node)
}

/** Node types that declare names: ESTree with the TypeScript extension of typescript-eslint. */
const visitors = {
  FunctionDeclaration: readFunctionDeclaration,
  TSDeclareFunction: readFunctionDeclaration,
  TSEmptyBodyFunctionExpression: (reader, node) => reader.readFunction(node),
  FunctionExpression: readFunctionDeclaration,
  ArrowFunctionExpression: (reader, node) => reader.readFunction(node),
  VariableDeclaration(reader, node, { isModuleLevel }) {
    for (const { id, init } of node.declarations) {
      const kind = isFunction(init) && id.type === 'Identifier' ? 'function' : isModuleLevel ? 'constant' : 'local'
      reader.bind(kind, id, isFunction(init) && isLookUp(init))
      if (isModuleLevel && !id.typeAnnotation) reader.readKeys(init)
      reader.read(init)
    }
  },
  CatchClause(reader, node) {
    reader.bind('local', node.param)
    reader.read(node.body)
  },
  ClassDeclaration: readNamed('class'),
  ClassExpression: readNamed('class'),
  PropertyDefinition: readMember,
  AccessorProperty: readMember,
  MethodDefinition: readMember,
  TSAbstractPropertyDefinition: readMember,
  TSAbstractMethodDefinition: readMember,
  TSPropertySignature: readSignature,
  TSMethodSignature: readSignature,
  TSInterfaceDeclaration: readNamed('interface'),
  TSTypeAliasDeclaration: readNamed('type'),
  TSEnumDeclaration: readNamed('enum'),
  TSEnumMember: readNamed('member'),
  TSFunctionType(reader, node) {
    for (const parameter of node.params) reader.bind('parameter', parameter)
    reader.read(node.typeParameters)
    reader.read(node.returnType)
  },
  TSTypeParameter(reader, node) {
    if (node.name?.type === 'Identifier') reader.declare('type parameter', node.name)
    reader.read(node.constraint)
    reader.read(node.default)
  },
  TSIndexSignature: (reader, node) => reader.read(node.typeAnnotation),
  ImportDeclaration(reader, node) {
    for (const { imported, local } of node.specifiers) {
      if (imported === undefined || imported.name !== local.name) reader.declare('import', local)
    }
  },
  ExportSpecifier(reader, { exported, local }) {
    if (exported.name !== local.name) reader.declare('import', exported)
  },
}

/** Methods whose result is a stored value: `map.get(key)`. */
const accessors = new Set(['get', 'at', 'has'])

/**
 * Returns whether a function is a total look-up: it returns a part of its arguments by property, index or a map, or one
 * of several such parts by a condition, and neither computes nor creates anything.
 */
function isLookUp({ body, async: isAsync, generator }) {
  if (isAsync || generator || !body) return false
  if (body.type !== 'BlockStatement') return isPart(body)
  const [statement, ...others] = body.body
  return others.length === 0 && statement?.type === 'ReturnStatement' && isPart(statement.argument)
}

const partForms = {
  Identifier: () => true,
  ThisExpression: () => true,
  Literal: () => true,
  MemberExpression: ({ object, property, computed }) => isPart(object) && (!computed || isPart(property)),
  ChainExpression: ({ expression }) => isPart(expression),
  TSNonNullExpression: ({ expression }) => isPart(expression),
  TSAsExpression: ({ expression }) => isPart(expression),
  ParenthesizedExpression: ({ expression }) => isPart(expression),
  LogicalExpression: ({ left, right }) => isPart(left) && isPart(right),
  ConditionalExpression: ({ test, consequent, alternate }) => isPart(test) && isPart(consequent) && isPart(alternate),
  BinaryExpression: ({ operator, left, right }) =>
    /^(===|!==|<|>|<=|>=|in)$/.test(operator) && isPart(left) && isPart(right),
  UnaryExpression: ({ operator, argument }) => /^(!|typeof|-)$/.test(operator) && isPart(argument),
  CallExpression: ({ callee, arguments: values }) =>
    callee.type === 'MemberExpression' &&
    accessors.has(callee.property.name) &&
    isPart(callee.object) &&
    values.every(isPart),
}

const isPart = (node) => node !== null && (partForms[node.type]?.(node) ?? false)
