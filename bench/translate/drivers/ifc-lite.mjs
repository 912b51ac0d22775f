// @ifc-lite/wasm: pre-pass, then batches of geometry jobs into instanced shards, its most economical documented mode.
import { readFileSync } from 'node:fs'
import { IfcAPI, initSync } from '@ifc-lite/wasm'
import { reportResult } from '../../lib/driver-result.mjs'

const [, , path] = process.argv
const batchSize = 100
initSync({ module: readFileSync(new URL('../../node_modules/@ifc-lite/wasm/pkg/ifc-lite_bg.wasm', import.meta.url)) })
const api = new IfcAPI()
const bytes = new Uint8Array(readFileSync(path))
const pass = api.buildPrePassOnce(bytes)
const [x = 0, y = 0, z = 0] = pass.rtcOffset ?? []
let shardBytes = 0
for (let start = 0; start < pass.totalJobs; start += batchSize) {
  const jobs = pass.jobs.slice(start * 3, (start + batchSize) * 3)
  const { unitScale, needsShift, voidKeys, voidCounts, voidValues, styleIds, styleColors } = pass
  const shard = api.processGeometryBatchInstanced(
    bytes,
    jobs,
    unitScale,
    x,
    y,
    z,
    needsShift,
    voidKeys,
    voidCounts,
    voidValues,
    styleIds,
    styleColors,
  )
  shardBytes += shard.byteLength
}
reportResult({ jobs: pass.totalJobs, shardBytes })
