import { extensionLimits } from '@kamar/contracts'
import type { ViewerApi } from '../viewer-api.js'
import { readColor, readElements, readMembers, readNumber, readPoint, readText } from './read-parameters.js'
import type { SandboxMethod } from './sandbox-port.js'

const maxNodes = 20_000
const maxProperties = 500
const maxHits = 1_000

/** Returns the methods that read the tree, properties, search results and selection. */
export function modelMethods(api: ViewerApi): [string, SandboxMethod][] {
  const reading = (run: SandboxMethod['run']): SandboxMethod => ({ permission: 'model', run })
  return [
    ['model.tree', reading((parameter) => readTree(api, parameter))],
    ['model.properties', reading((parameter) => api.getBulkProperties(readElements(parameter, maxProperties)))],
    ['model.search', reading((parameter) => api.search(readText(parameter, 200), undefined, maxHits))],
    ['model.selection', reading(() => api.getSelection())],
  ]
}

/** Reads a range of the tree as parallel lists, so that a large model needs few messages. */
async function readTree(api: ViewerApi, parameter: unknown) {
  const { from = 0, count = maxNodes } = readMembers(parameter ?? {})
  const first = readNumber(from, 0, 0xffff_fffe)
  const tree = await api.getInstanceTree()
  const end = Math.min(tree.nodeCount, Math.floor(first) + Math.floor(readNumber(count, 1, maxNodes)))
  const nodes = Array.from({ length: Math.max(0, end - Math.floor(first)) }, (_, at) => Math.floor(first) + at)
  return {
    nodeCount: tree.nodeCount,
    from: Math.floor(first),
    parents: nodes.map((id) => tree.getNodeParentId(id)),
    names: nodes.map((id) => tree.getNodeName(id)),
    classes: nodes.map((id) => tree.getNodeType(id)),
    shapes: nodes.map((id) => tree.hasShape(id)),
  }
}

/**
 * Returns the methods that select, hide and colour. `colored` records the colours to remove when the extension ends.
 */
export function elementMethods(api: ViewerApi, colored: Set<number>): [string, SandboxMethod][] {
  const acting = (run: (elements: number[]) => void): SandboxMethod => ({
    permission: 'elements',
    run: (parameter) => run(readElements(parameter)),
  })
  return [
    ['elements.select', acting((elements) => api.select(elements))],
    ['elements.isolate', acting((elements) => api.isolate(elements))],
    ['elements.hide', acting((elements) => api.hide(elements))],
    ['elements.show', acting((elements) => api.show(elements))],
    ['elements.showAll', { permission: 'elements', run: () => api.showAll() }],
    [
      'elements.color',
      {
        permission: 'elements',
        run(parameter) {
          const { elements, rgb, opacity } = readMembers(parameter)
          const list = readElements(elements)
          api.setThemingColor(list, readColor(rgb, opacity))
          for (const element of list) if (colored.size < extensionLimits.elementsPerCall) colored.add(element)
        },
      },
    ],
    [
      'elements.uncolor',
      acting((elements) => {
        api.setThemingColor(elements, null)
        for (const element of elements) colored.delete(element)
      }),
    ],
  ]
}

/** Returns the camera methods. */
export function cameraMethods(api: ViewerApi): [string, SandboxMethod][] {
  const { camera } = api.viewer
  return [
    ['camera.get', { permission: 'camera', run: () => camera.view }],
    [
      'camera.fit',
      {
        permission: 'camera',
        run: (parameter) => api.fitToView(parameter === null ? undefined : readElements(parameter)),
      },
    ],
    [
      'camera.look',
      {
        permission: 'camera',
        run(parameter) {
          const { eye, target } = readMembers(parameter)
          const { up: _, ...view } = camera.view
          camera.setView({ ...view, eye: readPoint(eye), target: readPoint(target) })
        },
      },
    ],
  ]
}
