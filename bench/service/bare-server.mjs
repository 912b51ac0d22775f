// The bare framework: a constant as JSON, and a file in ranges. Argument: the file. Prints its address.
import { createReadStream, statSync } from 'node:fs'
import fastify from 'fastify'

const path = process.argv[2]
const server = fastify()
let constant = ''
server.put('/constant', { bodyLimit: 10_000_000 }, (request) => {
  constant = JSON.stringify(request.body)
  return {}
})
server.get('/constant', (_, reply) => reply.type('application/json; charset=utf-8').send(constant))
server.get('/file', (request, reply) => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const range = { start: Number(from), end: Number(to) }
  return reply
    .code(206)
    .type('application/octet-stream')
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${statSync(path).size}`)
    .send(createReadStream(path, range))
})
process.stdout.write(`${await server.listen({ port: 0, host: '127.0.0.1' })}\n`)
