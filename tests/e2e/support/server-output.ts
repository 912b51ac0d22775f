/** A server and what it has printed. */
interface PrintingServer {
  readonly address: string
  readonly output: string
}

const servers = new Set<PrintingServer>()

/** From now on a failed test shows what this server has printed; returns what ends that. */
export function watchServerOutput(server: PrintingServer): () => void {
  servers.add(server)
  return () => servers.delete(server)
}

/** What every watched server has printed, one text for each. */
export const serverOutputs = (): string[] =>
  [...servers].map(({ address, output }) => `server ${address} printed:\n${output}`)
