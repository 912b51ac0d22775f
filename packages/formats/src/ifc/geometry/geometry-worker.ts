import { parentPort, workerData } from 'node:worker_threads'
import { KernelStarter } from './kernel.js'
import { serveShards } from './shards/shard-server.js'

// Entry point of a geometry worker's thread.

const { watched } = workerData as { watched: SharedArrayBuffer }
if (parentPort) serveShards({ port: parentPort, watched: new Int32Array(watched), kernels: new KernelStarter() })
