import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
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
afterAll(() => chooseLanguage('en'))

/** Words of people who look for something, and the beginning of the first hit, in each language. */
const terms: Readonly<Record<InterfaceLanguage, readonly (readonly [typed: string, hit: string])[]>> = {
  en: [
    ['print', 'Print and export…'],
    ['door', 'Door'],
    ['dark', 'Theme: Dark'],
    ['language', 'Language: English'],
    ['export', '3D model (GLB)'],
    ['pdf', 'Print and export…'],
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
    ['տպել', 'Տպել և արտահանել…'],
    ['դուռ', 'Դուռ'],
    ['մութ', 'Թեմա: Մուգ'],
    ['լեզու', 'Լեզու: English'],
    ['արտահանել', '3D մոդել (GLB)'],
    ['pdf', 'Տպել և արտահանել…'],
    ['տրոհել', 'Տրոհել'],
    ['բախում', 'Միավորել մոդելները'],
    ['կտրող տուփ', 'Հատող զուգահեռանիստ'],
    ['թաքցնել', 'Թաքցնել'],
    ['ռենտգեն', 'Մյուսները՝ կիսաթափանցիկ'],
    ['հատույթ', 'Հատույթ'],
    ['պլան', 'Տեղաշարժ'],
    ['կիսվել', 'Կիսվել'],
    ['խնդիր', 'Խնդիրներ'],
    ['չափել', 'Չափել'],
  ],
  ru: [
    ['печать', 'Печать и экспорт…'],
    ['дверь', 'Дверь'],
    ['тёмная', 'Тема: Тёмная'],
    ['язык', 'Язык: English'],
    ['экспорт', '3D-модель (GLB)'],
    ['pdf', 'Печать и экспорт…'],
    ['разнести', 'Разнести'],
    ['коллизии', 'Объединить модели'],
    ['куб отсечения', 'Рамка сечения'],
    ['скрыть', 'Скрыть'],
    ['рентген', 'Остальное — прозрачным'],
    ['сечение', 'Сечение'],
    ['план', 'Навигация'],
    ['поделиться', 'Поделиться'],
    ['замечание', 'Замечания'],
    ['измерить', 'Измерить'],
  ],
  es: [
    ['imprimir', 'Imprimir y exportar…'],
    ['puerta', 'Puerta'],
    ['oscuro', 'Tema: Oscuro'],
    ['idioma', 'Idioma: English'],
    ['exportar', 'Modelo 3D (GLB)'],
    ['pdf', 'Imprimir y exportar…'],
    ['explosionar', 'Explosionar'],
    ['colisiones', 'Combinar modelos'],
    ['caja de recorte', 'Caja de sección'],
    ['ocultar', 'Ocultar'],
    ['rayos x', 'Atenuar los demás'],
    ['sección', 'Sección'],
    ['plano', 'Navegación'],
    ['compartir', 'Compartir'],
    ['incidencia', 'Incidencias'],
    ['medir', 'Medir'],
  ],
}

describe('viewer command palette', () => {
  test.each(['en', 'hy', 'ru', 'es'] as const)('finds what people look for by their words: %s', async (language) => {
    const { user } = await renderApp('/ViewerPage?urn=urn-tower', { signedIn: true })
    await waitFor(() => expect(engine.loads).toHaveLength(1))
    await act(async () => engine.finishLoad(testManifest()))
    act(() => engine.emit('firstFrame', { milliseconds: 1 }))
    await act(() => chooseLanguage(language))
    act(() => engine.viewer.selection.set([4]))
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog'))
    const field = palette.getByRole('combobox')
    for (const [typed, hit] of terms[language]) {
      fireEvent.change(field, { target: { value: typed } })
      const getFirst = () => palette.queryAllByRole('option')[0]?.firstElementChild?.textContent
      // The classes of the model and the English words of other languages arrive after the first keys.
      await expect.poll(() => [typed, getFirst()]).toEqual([typed, hit])
    }
  })
})
