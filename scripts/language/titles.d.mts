import type { Program } from './declarations.mjs'

export interface TestTitle {
  readonly chain: readonly string[]
  readonly title: string
  readonly start: number
}

export function findTestTitles(program: Program): TestTitle[]
export function createTitleCheck(
  grammar: Readonly<Record<string, string>>,
): (title: Pick<TestTitle, 'chain' | 'title'>) => string | null
