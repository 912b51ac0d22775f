import { parentPort, workerData } from 'node:worker_threads'
import { serveShards } from '../geometry/shard-server.js'
import { FaultyKernels, type KernelFaults } from './faulty-kernels.js'

// The door of a geometry worker whose kernel fails where the test says so.

const { watched, faults } = workerData as { watched: SharedArrayBuffer; faults: KernelFaults }
if (parentPort) serveShards({ port: parentPort, watched: new Int32Array(watched), kernels: new FaultyKernels(faults) })
