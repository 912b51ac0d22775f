export function parseImports(text: string): string[]
