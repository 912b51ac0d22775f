import { describe, expect, it } from 'vitest'
import { CommandHistory } from './command-history.js'

function counter() {
  let changes = 0
  const history = new CommandHistory(() => changes++)
  const numbers: number[] = []
  const add = (value: number): void => {
    numbers.push(value)
    history.push({ undo: () => numbers.pop(), redo: () => numbers.push(value) })
  }
  return { history, numbers, add, changes: () => changes }
}

describe('CommandHistory', () => {
  it('undoes and redoes, newest first', () => {
    const { history, numbers, add, changes } = counter()
    add(1)
    add(2)
    expect([history.undo(), numbers.join()]).toEqual([true, '1'])
    expect([history.undo(), numbers.join()]).toEqual([true, ''])
    expect([history.undo(), history.canUndo, history.canRedo]).toEqual([false, false, true])
    expect([history.redo(), numbers.join()]).toEqual([true, '1'])
    expect(changes()).toBe(5)
  })

  it('drops redo steps after a new command', () => {
    const { history, numbers, add } = counter()
    add(1)
    history.undo()
    add(7)
    expect([history.redo(), numbers.join()]).toEqual([false, '7'])
  })

  it('skips commands that became impossible, in undo and redo', () => {
    const { history, numbers, add, changes } = counter()
    const impossible = { undo: () => numbers.push(-1), redo: () => numbers.push(-2), isPossible: () => false }
    const permanent = { undo: () => numbers.push(-3), redo: () => numbers.push(-4), isPossible: () => true }
    add(1)
    history.push(impossible)
    history.push(permanent)
    history.push(impossible)
    history.push(permanent)
    history.undo()
    history.undo()
    const changesBefore = changes()
    history.sift()
    expect(changes()).toBe(changesBefore + 1)
    while (history.undo()) continue
    while (history.redo()) continue
    expect(numbers.filter((value) => value === -2)).toEqual([])
    expect(numbers.filter((value) => value === -4)).toHaveLength(2)
  })

  it('keeps the last 200 commands, and none after it is cleared', () => {
    const { history, numbers, add } = counter()
    for (let value = 0; value < 250; value++) add(value)
    let undone = 0
    while (history.undo()) undone++
    expect([undone, numbers.length]).toEqual([200, 50])
    history.clear()
    expect([history.canUndo, history.canRedo]).toEqual([false, false])
  })

  it('keeps 16 MB of commands, and a larger one alone', () => {
    const { history, numbers } = counter()
    const push = (megabytes: number): void =>
      history.push({ undo: () => numbers.push(megabytes), redo: () => undefined, byteLength: megabytes * 2 ** 20 })
    const undoAll = (): number[] => {
      numbers.length = 0
      while (history.undo()) continue
      return [...numbers]
    }
    for (const megabytes of [7, 6, 5, 4]) push(megabytes)
    expect(undoAll()).toEqual([4, 5, 6])
    push(20)
    push(3)
    expect(undoAll()).toEqual([3])
    push(20)
    expect(undoAll()).toEqual([20])
  })
})
