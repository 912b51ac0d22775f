export interface TestTitle {
  readonly chain: readonly string[]
  readonly title: string
  readonly start: number
}

export function findTestTitles(path: string, text: string): TestTitle[]
export function createTitleCheck(
  grammar: Readonly<Record<string, string>>,
): (title: Pick<TestTitle, 'chain' | 'title'>) => string | null
