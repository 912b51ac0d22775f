import type { OpenDatabase } from '@kamar/database'

/** How many questions to the database some work asks, and what came of it. */
export async function countQuestions<Result>(
  pool: OpenDatabase['pool'],
  work: () => Promise<Result>,
): Promise<{ readonly questions: number; readonly result: Result }> {
  let questions = 0
  const hear = (): void => void questions++
  pool.on('acquire', hear)
  try {
    const result = await work()
    return { questions, result }
  } finally {
    pool.off('acquire', hear)
  }
}
