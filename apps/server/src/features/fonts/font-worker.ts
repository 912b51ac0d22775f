import { parentPort, workerData } from 'node:worker_threads'
import { describeFont } from '@kamar/readers/fonts'

// The entry of the thread that reads what a font says about itself.

parentPort?.postMessage({ info: describeFont(workerData as Uint8Array) })
