import { expect, it } from 'vitest'
import { ArchivePaths } from './archive-paths.js'

it('P14 ArchivePaths cleans the names that Windows does not allow', () => {
  const folders = [
    { id: 'project', name: '', ancestors: [], parent_id: null },
    { id: 'plans', name: 'Plans', ancestors: ['project'], parent_id: 'project' },
    { id: 'legacy', name: 'a:b.', ancestors: ['project', 'plans'], parent_id: 'plans' },
  ]
  const paths = (selectedId: string): ArchivePaths => new ArchivePaths(folders, [selectedId], 'Tower: 1')
  expect(paths('project').getFolderPath('legacy')).toBe('Tower_ 1/Plans/a_b/')
  expect(paths('plans').getFolderPath('legacy')).toBe('Plans/a_b/')
  expect(paths('legacy').getFolderPath('plans')).toBe('')
  expect(paths('other').getFolderPath('legacy')).toBe('')
})
