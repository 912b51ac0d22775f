import { parentPort, workerData } from 'node:worker_threads'
import { preparedMeshTransferables } from '@kamar/mesh'
import { relativeDeflection } from '@kamar/codecs/brep'
import { startImportKernel, type ImportedNode } from './kernel.js'
import type { KernelNode, KernelRequest, KernelResult, KernelStart } from './kernel-job.js'
import { kernelMesh } from './kernel-meshes.js'

// Entry point of a worker: one file in, its tree and meshes out. The main thread ends it on timeout.

const start = workerData as KernelStart
const maxTreeDepth = 256

function toKernelNode(node: ImportedNode, depth = 0): KernelNode {
  const children = depth < maxTreeDepth ? node.children.map((child) => toKernelNode(child, depth + 1)) : []
  return { name: node.name, meshes: node.meshes, children }
}

/** Reads a file; whatever the kernel throws, it is never reused, as every file gets a new one. */
async function read({ bytes, quality }: KernelRequest): Promise<KernelResult> {
  try {
    const kernel = await startImportKernel(start.module, start.maxMemoryBytes)
    const deflection = relativeDeflection(quality)
    const imported = kernel.ReadIgesFile(bytes, {
      linearUnit: 'millimeter',
      linearDeflectionType: 'bounding_box_ratio',
      linearDeflection: deflection.linear,
      angularDeflection: deflection.angular,
    })
    if (!imported.success) return { kind: 'failed', reason: 'not-translated' }
    return { kind: 'read', root: toKernelNode(imported.root), meshes: imported.meshes.map(kernelMesh) }
  } catch {
    return { kind: 'failed', reason: 'not-translated' }
  }
}

parentPort?.on('message', (request: KernelRequest) => {
  void read(request).then((result) => {
    const meshes = result.kind === 'read' ? result.meshes : []
    parentPort?.postMessage(
      result,
      meshes.flatMap(({ mesh }) => (mesh ? preparedMeshTransferables(mesh) : [])),
    )
  })
})
