import { MeshoptSimplifier } from 'meshoptimizer/simplifier'

/** Resolves when the simplifier's WebAssembly is compiled; `refineMesh` requires it, `prepareMesh` does not. */
export const meshStageReady: Promise<void> = MeshoptSimplifier.ready
