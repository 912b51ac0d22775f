import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { renderPart } from '../../../testing/render-app.js'
import { PackageSourceContext, type PackageSource } from '../../session/packages/package-source-context.js'
import { ViewableList } from './viewable-list.js'
import type { Viewable } from './viewables.js'

afterEach(cleanUpPage)

const sheet = (number: number, thumbnail: string | null): Viewable => ({
  id: `sheet:${number}`,
  kind: '2d',
  name: `A${number}`,
  elements: null,
  sheet: number,
  thumbnail,
})
const model: Viewable = { id: 'model', kind: '3d', name: null, elements: null }

test('viewable list shows thumbnails for sheets, and icons for models and sheets without one', async () => {
  const requests: string[] = []
  const source: PackageSource = (urn) => ({
    fetchManifest: () => Promise.reject(new RangeError('nobody asks for it')),
    fetchFile: (path) => {
      requests.push(`${urn}/${path}`)
      return Promise.resolve(new ArrayBuffer(4))
    },
    subscribe: () => () => undefined,
  })
  const viewables = [model, sheet(1, 'sheets/001/thumbnail.png'), sheet(2, null)]
  await renderPart(
    <PackageSourceContext value={source}>
      <ViewableList urn="urn-1" viewables={viewables} selected={null} asRow={false} onChoose={() => undefined} />
    </PackageSourceContext>,
  )
  const row = (name: string) => screen.getByRole('button', { name })
  await waitFor(() => expect(row('A1').querySelector('img')?.src).toMatch(/^blob:/))
  expect(requests).toEqual(['urn-1/sheets/001/thumbnail.png'])
  expect(row('A2').querySelector('img')).toBeNull()
  expect(row('A2').querySelector('svg')).toBeTruthy()
  expect(row('Whole model').querySelector('img')).toBeNull()
})
