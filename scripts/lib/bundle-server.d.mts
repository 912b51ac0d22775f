export const serverProgram: string
export function bundleServer(): Promise<void>
