import { parentPort, workerData } from 'node:worker_threads'
import { serveShards } from '../geometry/shards/shard-server.js'
import { FaultyKernels, type KernelFaults } from './faulty-kernels.js'

// Entry point of a geometry worker whose kernel fails where the test requires it.

const { watched, faults } = workerData as { watched: SharedArrayBuffer; faults: KernelFaults }
if (parentPort) serveShards({ port: parentPort, watched: new Int32Array(watched), kernels: new FaultyKernels(faults) })
