import type { SectionExtension, Viewer } from '@kamar/viewer'
import i18next from 'i18next'
import type { CommandStates, CommandState, WhyNot } from '../../../shared/commands/commands.js'
import { notify } from '../../../shared/design/toasts-state.js'
import type { ViewTools } from '../use-view-tools.js'

type Why = WhyNot | null

const kinds = [
  'distance',
  'chain',
  'perpendicular',
  'point',
  'angle',
  'slope',
  'area',
  'face',
  'volume',
  'radius',
] as const

/** Returns one command per kind of measurement; each also switches the tool on. */
export function measureCommands({ measure, isOn, toggle }: ViewTools, why: Why): CommandStates {
  const states = kinds.map((kind): [string, CommandState] => [
    `measure.${kind}`,
    {
      why,
      run() {
        if (!isOn('measure')) toggle('measure')
        measure.start(kind)
      },
    },
  ])
  return Object.fromEntries(states)
}

/** Returns the commands for section planes and the section box; each also switches the tool on. */
export function sectionCommands(viewer: Viewer | null, { section, isOn, toggle }: ViewTools, why: Why): CommandStates {
  const put = (action: (engine: SectionExtension) => void) => (): void => {
    if (!isOn('section')) toggle('section')
    viewer?.loadExtension('kamar.section').then(
      (engine) => action(engine as SectionExtension),
      () => notify(i18next.t('errors.unexpected'), { tone: 'problem' }),
    )
  }
  const pick = (mode: 'face' | 'points') => (): void => {
    if (!isOn('section')) toggle('section')
    section.start(mode)
  }
  const does = (run: () => void): CommandState => ({ run, why })
  return {
    sectionX: does(put((engine) => engine.addAxis('x'))),
    sectionY: does(put((engine) => engine.addAxis('y'))),
    sectionZ: does(put((engine) => engine.addAxis('z'))),
    sectionBox: does(put((engine) => void engine.setBoxAround({ around: 'model' }))),
    sectionFace: does(pick('face')),
    sectionPoints: does(pick('points')),
  }
}
