import type { InjectOptions } from 'fastify'
import { fileForm, type TestUser } from './test-server.js'

/** Returns a request that sends one file in a form. */
export function sendFile(by: TestUser, url: string, content: Buffer, name = 'file.bin'): InjectOptions {
  return { method: 'POST', url, ...fileForm(by, name, content) }
}
