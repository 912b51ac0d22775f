import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseLanguage, type InterfaceLanguage } from '../../../platform/i18n/index.js'
import { appServer } from '../../../testing/app-server.js'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { fileRecord } from '../../../testing/records.js'
import { desktop, layOut, renderApp } from '../../../testing/render-app.js'
import { stubViewers } from '../../../testing/stub-viewer.js'
import { houseTree } from '../../../testing/test-tree.js'
import { testManifest, type TestViewer, testViewer } from '../../../testing/test-viewer.js'

let engine: TestViewer

beforeEach(() => {
  layOut(desktop)
  engine = testViewer({
    tree: houseTree(),
    search: () => Promise.resolve({ total: 0, hits: [], milliseconds: 0 }),
  })
  stubViewers(() => engine)
  appServer([fileRecord({ description: 'Tower.ifc', urn: 'urn-tower' })])
})
afterEach(cleanUpPage)

/** Words of people who look for something, and the beginning of the first hit, in each language. */
const words: Readonly<Record<InterfaceLanguage, readonly (readonly [typed: string, hit: string])[]>> = {
  en: [
    ['print', 'Screenshot'],
    ['door', 'Door'],
    ['dark', 'Theme: Dark'],
    ['language', 'Language: English'],
    ['export', '3D model (GLB)'],
    ['pdf', 'Screenshot'],
    ['explode', 'Explode'],
    ['clash', 'Combine models'],
    ['clipping box', 'Section box'],
    ['hide', 'Hide'],
    ['x-ray', 'Ghost others'],
    ['section', 'Section'],
    ['plan', 'Navigation'],
    ['share', 'Share'],
    ['issue', 'Issues'],
    ['measure', 'Measure'],
  ],
  hy: [
    ['տպել', 'Սքրինշոթ'],
    ['դուռ', 'Դուռ'],
    ['մութ', 'Թեմա'],
    ['լեզու', 'Լեզու՝ English'],
    ['արտահանել', 'GLB'],
    ['pdf', 'S'],
    ['տրոհել', 'Տրոհել'],
    ['բախում', 'C'],
    ['կտրող տուփ', 'S'],
    ['թաքցնել', 'Թաքցնել'],
    ['ռենտգեն', 'Մյուսները՝ կիսաթափանցիկ'],
    ['հատույթ', 'Հատույթ'],
    ['պլան', 'N'],
    ['կիսվել', 'Կիսվել'],
    ['խնդիր', 'Խնդիրներ'],
    ['չափել', 'Չափել'],
  ],
  ru: [
    ['печать', 'S'],
    ['дверь', 'Дверь'],
    ['тёмная', 'T'],
    ['язык', 'L'],
    ['экспорт', 'G'],
    ['pdf', 'S'],
    ['разнести', 'Разнести'],
    ['коллизии', 'C'],
    ['куб отсечения', 'B'],
    ['скрыть', 'Скрыть'],
    ['рентген', 'G'],
    ['сечение', 'Сечение'],
    ['план', 'N'],
    ['поделиться', 'S'],
    ['замечание', 'Замечания'],
    ['измерить', 'M'],
  ],
  es: [
    ['imprimir', 'S'],
    ['puerta', 'Puerta'],
    ['oscuro', 'T'],
    ['idioma', 'L'],
    ['exportar', 'G'],
    ['pdf', 'S'],
    ['explosionar', 'Explosionar'],
    ['colisiones', 'C'],
    ['caja de recorte', 'B'],
    ['ocultar', 'Ocultar'],
    ['rayos x', 'G'],
    ['sección', 'Sección'],
    ['plano', 'N'],
    ['compartir', 'S'],
    ['incidencia', 'Incidencias'],
    ['medir', 'Medir'],
  ],
}

describe('viewer command palette', () => {
  test.each(['en', 'hy', 'ru', 'es'] as const)('finds what people look for by their words: %s', async (language) => {
    const { user } = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    await act(async () => engine.finishLoad(testManifest()))
    await act(() => chooseLanguage(language))
    act(() => engine.viewer.selection.set([4]))
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog'))
    const field = palette.getByRole('combobox')
    const hits: [string, string | null | undefined][] = []
    for (const [typed, hit] of words[language]) {
      fireEvent.change(field, { target: { value: typed } })
      const getFirst = () => palette.queryAllByRole('option')[0]?.firstElementChild?.textContent
      // The classes of the model and the English words of other languages arrive after the first keys.
      await waitFor(() => expect(getFirst()).toBe(hit), { timeout: 3000 }).catch(() => null)
      hits.push([typed, getFirst()])
    }
    expect(hits).toEqual(words[language])
  })
})
