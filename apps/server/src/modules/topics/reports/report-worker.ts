import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { FromReportThread, ToReportThread } from './report-messages.js'
import { findStoreys } from './find-storeys.js'
import type { ReportTopic } from './report-topic.js'
import { writeCsv } from './write-csv.js'
import { writePdf } from './write-pdf.js'
import { writeXlsx } from './write-xlsx.js'

// Entry point of the thread that lays out one report.

const port = parentPort
const topics: ReportTopic[] = []

function send(message: FromReportThread): void {
  port?.postMessage(message)
}

async function handle(message: ToReportThread): Promise<void> {
  if (message.type === 'topic') {
    topics.push(message.topic)
    return send({ type: 'taken' })
  }
  if (message.type === 'tree') return send({ type: 'storeys', storeys: await findStoreys(message) })
  const write = { csv: writeCsv, pdf: writePdf, xlsx: writeXlsx }[message.format]
  send({ type: 'written', bytes: await write(topics, message.heading, () => send({ type: 'progress' })) })
}

if (port) {
  for await (const [message] of on(port, 'message') as AsyncIterableIterator<[ToReportThread]>) {
    try {
      await handle(message)
    } catch (error) {
      send({ type: 'failed', message: String(error) })
    }
  }
}
