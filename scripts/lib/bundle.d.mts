export const bundles: Readonly<Record<string, string>>
export const serverProgram: string
export function bundleAll(): Promise<void>
