/** Server with its output. */
interface PrintingServer {
  readonly address: string
  readonly output: string
}

const servers = new Set<PrintingServer>()

/** Prints this server's output with failed tests from now on; returns a function that stops it. */
export function watchServerOutput(server: PrintingServer): () => void {
  servers.add(server)
  return () => servers.delete(server)
}

/** Returns the output of every watched server, one text for each. */
export const serverOutputs = (): string[] =>
  [...servers].map(({ address, output }) => `server ${address} printed:\n${output}`)
