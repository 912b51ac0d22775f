import { type NodeId, type ReadContext, throwIfCancelled } from '@kamar/core'
import { baseName } from '@kamar/codecs/text'
import type { IgesFile } from './iges-file.js'
import type { KernelMesh, KernelNode, KernelResult } from './kernel-job.js'
import type { SceneWriter } from '../kit/scene-writer.js'
import type { CurveGroup, Wireframe } from './wireframe.js'

/** Input of writing a model. */
export interface PushInput {
  readonly file: IgesFile
  readonly kernel: KernelResult | null
  readonly wireframe: Wireframe
  readonly writer: SceneWriter
  readonly context: ReadContext
  readonly fileName: string
}

/** Result of writing the shapes. */
export interface PushedModel {
  readonly faces: number
  readonly shapes: number
  readonly lines: number
}

/** Writes one root named after the file: below it the kernel's tree, and the curves level by level. */
export async function pushModel(input: PushInput): Promise<PushedModel> {
  const work = new ModelWork(input)
  const root = work.addNode(null, baseName(input.fileName), 'model')
  if (input.kernel?.kind === 'read') await work.addTree(input.kernel.root, root, input.kernel.meshes)
  work.addCurves(root)
  await input.context.scene.settle()
  return work
}

const surfaceClass = 'surface'

class ModelWork implements PushedModel {
  readonly #input: PushInput
  faces = 0
  shapes = 0
  lines = 0

  constructor(input: PushInput) {
    this.#input = input
  }

  /** Adds a node; entities of IGES have no persistent ids. */
  addNode(parent: NodeId | null, name: string, kind: string): NodeId {
    return this.#input.writer.addNode({ parent, name, class: kind, sourceId: '' })
  }

  /** Adds the kernel's tree. Nodes without a name and meshes of their own are omitted: their children move up. */
  async addTree(node: KernelNode, parent: NodeId, meshes: readonly KernelMesh[]): Promise<void> {
    const own = node.meshes.flatMap((number) => meshes[number] ?? [])
    const isGroup = node.name !== '' && node.children.length > 0
    const at = isGroup ? this.addNode(parent, node.name, 'group') : parent
    for (const mesh of own) this.#addShape(at, mesh, node.children.length === 0 ? node.name : '')
    await this.#input.context.scene.settle()
    throwIfCancelled(this.#input.context.signal)
    for (const child of node.children) await this.addTree(child, at, meshes)
  }

  addCurves(root: NodeId): void {
    const { wireframe, writer, file } = this.#input
    const metres = file.global.unit?.metres ?? 0.001
    const nodes = new Map<number, NodeId>()
    for (const { level, color, lines, points } of wireframe.groups) {
      let node = nodes.get(level)
      if (node === undefined) {
        node = this.addNode(root, levelName(level, wireframe), 'level')
        nodes.set(level, node)
      }
      this.lines += lines.length
      if (lines.length > 0) writer.addLines({ node, lines, metres, color })
      if (points.length > 0) writer.addPoints({ node, positions: Float64Array.from(points.flat()), metres, color })
    }
  }

  #addShape(parent: NodeId, { name, mesh, origin, color, faces }: KernelMesh, nodeName: string): void {
    if (!mesh) return
    this.shapes++
    this.faces += faces
    const node = this.addNode(parent, name || nodeName || `Surface ${this.shapes}`, surfaceClass)
    this.#input.writer.addMesh({ node, mesh, origin, color })
  }
}

const levelName = (level: CurveGroup['level'], { levelNames }: Wireframe): string =>
  levelNames.get(level) ?? `Level ${level}`
