import type { ModelMember } from '@kamar/viewer'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cleanUpPage } from '../../testing/clean-up.js'
import { renderPart } from '../../testing/render-app.js'
import { ChooseModel } from './choose-model.js'

afterEach(cleanUpPage)

const member = (key: string, label: string): ModelMember =>
  ({ key, label, reference: { fileId: key, urn: `urn-${key}` } }) as unknown as ModelMember

const createMembers = () => ({
  members: [member('a', 'Tower.ifc'), member('b', 'Ducts.ifc')],
  showSingle: vi.fn(),
})

test.each([
  ['compare', 'Which model’s versions do you want to compare?'],
  ['nested', 'Which model should the nested viewer show?'],
] as const)('model chooser offers the open models for the purpose %s', async (purpose, title) => {
  const models = createMembers()
  const onOpen = vi.fn()
  const { user } = await renderPart(<ChooseModel {...{ purpose, models, onOpen }} openUrn="urn-a" />)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Models' }))
  await user.click(list.getByRole('button', { name: 'Ducts.ifc' }))
  expect(onOpen).toHaveBeenLastCalledWith('urn-b')
  expect(models.showSingle).not.toHaveBeenCalled()
  // The page already has this model open: it is not loaded again, and the others are removed.
  await user.click(list.getByRole('button', { name: 'Tower.ifc' }))
  expect(models.showSingle).toHaveBeenCalledWith('a')
  expect(onOpen).toHaveBeenLastCalledWith('urn-a')
})
