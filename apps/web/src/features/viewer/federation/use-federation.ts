import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { ModelMember, ModelsExtension, ModelSource, Viewer } from '@kamar/viewer'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../shared/design/toasts-state.js'
import { errorMessage } from '../../../shared/errors/error-message.js'
import { createObservable, useObservable } from '../../../shared/observable.js'
import { useExtension } from '../use-extension.js'
import { readReference, createModelSource, createFileSource, createSetSources } from './model-sources.js'
import { modelEngines } from './open-saved-models.js'

/** The models of the view, as their panel steers them. */
export interface Federation {
  readonly engine: ModelsExtension | null
  /** The open model alone while nobody added another. */
  readonly members: readonly ModelMember[]
  readonly farApart: ModelsExtension['farApart']
  /** Elements are numbered over several models. */
  readonly isJoined: boolean
  /** The set that the address names. */
  readonly set: ModelSet | null
  readonly add: (file: FileRecord) => void
  /** Shows another version of a model, or the newest always. */
  readonly showVersion: (key: string, version: { readonly urn: string; readonly fixedVersion?: number }) => void
  /** Leaves one of them, where it stood; the others can be added again. */
  readonly showAlone: (key: string) => void
  /** Does something with the engine, fetched when it is not here yet; a failure is told. */
  readonly run: (action: (engine: ModelsExtension) => unknown) => void
}

interface FederationOptions {
  readonly viewer: Viewer | null
  readonly urn: string | null
  readonly fileId: string | null
  readonly name: string | null
  /** The open model is here: others can join it. */
  readonly isLoaded: boolean
  readonly set: ModelSet | null
  /** Models that the address opens beside its first; null while they are not known. */
  readonly companions: readonly ModelSource[] | null
}

const emptyState = { members: [], farApart: [], isJoined: false } as const

export function useFederation({ viewer, urn, fileId, name, isLoaded, set, companions }: FederationOptions): Federation {
  const { t } = useTranslation()
  const { engine } = useExtension<ModelsExtension>(viewer, 'kamar.models')
  const state = useObservable(useMemo(() => observe(engine), [engine]))
  const base = useMemo(
    () => (urn && isLoaded ? createModelSource(name ?? urn, { fileId, urn }) : null),
    [urn, fileId, name, isLoaded],
  )
  const loadEngine = useCallback(async (): Promise<ModelsExtension | null> => {
    if (!viewer || !base) return null
    const models = (await viewer.loadExtension('kamar.models')) as ModelsExtension
    models.begin(base)
    return models
  }, [viewer, base])
  useEffect(() => {
    if (viewer) modelEngines.set(viewer, loadEngine)
  }, [viewer, loadEngine])
  const run = (action: (models: ModelsExtension) => unknown): void => {
    loadEngine()
      .then((models) => models && action(models))
      .catch((error: unknown) => notify(errorMessage(error) || t('errors.unexpected'), { tone: 'problem' }))
  }
  useOpenSet(set, base, run)
  useOpenCompanions({ companions, base, viewer, run })
  return {
    engine,
    set,
    ...state,
    run,
    add: (file) =>
      run(async (models) => {
        if (models.members.some(({ key }) => key === file.id)) return
        await models.add(createFileSource(file))
        viewer?.fitToView()
      }),
    showAlone: (key) => run((models) => models.setModels(models.members.filter((one) => one.key === key).map(asItIs))),
    showVersion: (key, version) => run((models) => models.setModels(models.members.map(withVersion(key, version)))),
  }
}

/** The same models, one of them in another version, where it stood. */
const withVersion =
  (key: string, version: { readonly urn: string; readonly fixedVersion?: number }) =>
  (member: ModelMember): ModelSource => {
    const reference = readReference(member.memo) ?? { fileId: null, urn: member.key }
    const { placement, method, off, ghosted } = member
    const next = member.key === key ? { fileId: reference.fileId, ...version } : reference
    return { ...createModelSource(member.label, next), key: member.key, placement, method, off, ghosted }
  }

/** A member as it would be opened again. */
const asItIs = (member: ModelMember): ModelSource => withVersion('', { urn: '' })(member)

/** Once each time the address leads to a set, as soon as its first model is here. */
function useOpenSet(set: ModelSet | null, base: ModelSource | null, run: Federation['run']): void {
  const lastOpened = useRef('')
  const begin = useRef(run)
  useEffect(() => {
    begin.current = run
  })
  useEffect(() => {
    if (!set) lastOpened.current = ''
    if (!set || !base || lastOpened.current === set.id) return
    const sources = createSetSources(set)
    if (!sources.some(({ key }) => key === base.key)) return
    lastOpened.current = set.id
    begin.current((models) => models.setModels(sources))
  }, [set, base])
}

interface OpenCompanionsOptions extends Pick<FederationOptions, 'companions' | 'viewer'> {
  readonly base: ModelSource | null
  readonly run: Federation['run']
}

/** Once for each first model: it is the reference, the others are aligned to it. */
function useOpenCompanions({ companions, base, viewer, run }: OpenCompanionsOptions): void {
  const lastOpened = useRef('')
  const begin = useRef(run)
  useEffect(() => {
    begin.current = run
  })
  useEffect(() => {
    // Until its file is known, the first model has another key than later.
    const isNamed = (readReference(base?.memo)?.fileId ?? null) !== null
    if (!companions?.length || !base || !isNamed || lastOpened.current === base.key) return
    lastOpened.current = base.key
    begin.current(async (models) => {
      await models.setModels([base, ...companions.filter(({ key }) => key !== base.key)])
      viewer?.fitToView()
    })
  }, [companions, base, viewer])
}

function observe(engine: ModelsExtension | null) {
  const read = (): Pick<Federation, 'members' | 'farApart' | 'isJoined'> =>
    engine ? { members: engine.members, farApart: engine.farApart, isJoined: engine.isJoined } : emptyState
  const state = createObservable(read())
  engine?.on('changed', () => state.set(read))
  return state
}
