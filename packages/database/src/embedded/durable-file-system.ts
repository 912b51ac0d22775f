import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Members of emscripten's file nodes that we use; PGlite's types omit them. */
interface Node {
  readonly name: string
  readonly parent: Node
  readonly mount: { readonly opts: { readonly root: string } }
}
interface OpenStream {
  readonly nfd?: number | null
  readonly node: Node
}
interface NodeFileSystemModule {
  NODEFS?: { stream_ops: { fsync?: (stream: OpenStream) => number } }
}

type InitialOptions = Parameters<NodeFS['init']>[1]

function buildPath(node: Node): string {
  const names: string[] = []
  let current = node
  while (current.parent !== current) {
    names.unshift(current.name)
    current = current.parent
  }
  return join(current.mount.opts.root, ...names)
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * PGlite's folder store with a real fsync. As shipped, emscripten's NODEFS has none: PostgreSQL calls it at every
 * commit and gets success (measured with strace: 0 fsync in 500 commits; with this 500). The hook relies on an internal
 * of PGlite, hence the pinned version and `syncs`, which the start-up check reads.
 */
export class DurableFileSystem extends NodeFS {
  /** Successful fsync calls on files since the start. */
  syncs = 0

  override async init(database: PGlite, options: InitialOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options)
    const attach = (module: unknown): void => this.#attach(module as NodeFileSystemModule)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), attach] } }
  }

  #attach(module: NodeFileSystemModule): void {
    // Not attached when the internal has moved: the start-up check then refuses to run.
    if (module.NODEFS !== undefined) module.NODEFS.stream_ops.fsync = (stream) => this.#sync(stream)
  }

  #sync(stream: OpenStream): number {
    if (stream.nfd === undefined || stream.nfd === null) {
      syncFolder(buildPath(stream.node))
      return 0
    }
    fsyncSync(stream.nfd)
    this.syncs++
    return 0
  }
}
