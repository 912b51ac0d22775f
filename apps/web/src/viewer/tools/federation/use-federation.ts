import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { ModelsExtension, ModelSource, Viewer } from '@kamar/viewer'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import type { Members } from '../../session/models/use-members.js'
import {
  readReference,
  createModelSource,
  createFileSource,
  createSetSources,
  toUnchangedSource,
} from '../../session/models/model-sources.js'
import { modelEngines } from '../../session/models/open-saved-models.js'
import { useCompanionsInAddress } from './use-models-of-address.js'

/** Models of the view, as controlled by their panel. */
export interface Federation extends Members {
  /** The model set that the address names. */
  readonly set: ModelSet | null
  readonly add: (file: FileRecord) => void
  /** Shows another version of a model, or always the newest. */
  readonly showVersion: (key: string, version: { readonly urn: string; readonly fixedVersion?: number }) => void
  /** Runs an action with the engine, which is loaded on demand; reports failures. */
  readonly run: (action: (models: ModelsExtension) => unknown) => void
}

interface FederationOptions {
  readonly viewer: Viewer | null
  readonly models: Members
  readonly urn: string | null
  readonly fileId: string | null
  readonly name: string | null
  /** Whether the open model is loaded, so that others can be added. */
  readonly isLoaded: boolean
  readonly set: ModelSet | null
  /** Models that the address opens in addition to the first; null until known. */
  readonly companions: readonly ModelSource[] | null
}

export function useFederation(options: FederationOptions): Federation {
  const { viewer, models, urn, fileId, name, isLoaded, set, companions } = options
  const { t } = useTranslation()
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
  const [addressed, setAddressed] = useOpenCompanions({ companions, base, viewer, run })
  useCompanionsInAddress({
    members: models.members,
    baseKey: base?.key ?? null,
    addressed,
    // The set names its models.
    isOfSet: set !== null,
    onWritten: setAddressed,
  })
  return {
    ...models,
    set,
    run,
    add: (file) =>
      run(async (models) => {
        if (models.members.some(({ key }) => key === file.id)) return
        await models.add(createFileSource(file))
        viewer?.fitToView()
      }),
    showVersion: (key, version) =>
      run((models) =>
        models.setModels(
          models.members.map((member) => toUnchangedSource(member, member.key === key ? version : undefined)),
        ),
      ),
  }
}

/** Opens the set that the address names, once per navigation, as soon as its first model is loaded. */
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

/**
 * Opens the companions once per first model, which is the reference for their alignment. Returns the key of the model
 * whose companions are those of the address, and a function that sets it when the address follows the view.
 */
function useOpenCompanions({
  companions,
  base,
  viewer,
  run,
}: OpenCompanionsOptions): readonly [string | null, (key: string) => void] {
  const [addressed, setAddressed] = useState<string | null>(null)
  const lastOpened = useRef('')
  const begin = useRef(run)
  useEffect(() => {
    begin.current = run
  })
  useEffect(() => {
    // Until its file is known, the first model has a temporary key.
    const isNamed = (readReference(base?.reference)?.fileId ?? null) !== null
    if (!companions?.length || !base || !isNamed || lastOpened.current === base.key) return
    lastOpened.current = base.key
    begin.current(async (models) => {
      await models.setModels([base, ...companions.filter(({ key }) => key !== base.key)])
      setAddressed(base.key)
      viewer?.fitToView()
    })
  }, [companions, base, viewer])
  const follow = useCallback((key: string) => {
    lastOpened.current = key
    setAddressed(key)
  }, [])
  return [addressed, follow]
}
