import { parentPort, workerData } from 'node:worker_threads'
import { describeFont } from '@kamar/codecs/fonts'

// Entry point of the thread that reads the metadata of a font.

parentPort?.postMessage({ info: describeFont(workerData as Uint8Array) })
