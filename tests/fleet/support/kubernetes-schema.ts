/** Kubernetes object from a manifest. */
export interface KubernetesObject {
  readonly apiVersion: string
  readonly kind: string
}

type Model = new (data: object) => { validate(): void }

/**
 * Returns the errors of an object by Kubernetes' own schema: wrong types, missing fields, and unknown fields, which the
 * schemas themselves accept but a cluster would reject. Empty if it is valid.
 */
export async function findSchemaErrors(manifest: KubernetesObject): Promise<string[]> {
  const models = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Readonly<Record<string, Model>>
  const Kind = models[manifest.kind]
  if (Kind === undefined) return [`there is no ${manifest.kind} in ${manifest.apiVersion}`]
  const unread = new Set<string>()
  const watched = watch(manifest, '', unread)
  try {
    Kind.prototype.validate.call(watched)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...unread].map((path) => `${path} is not known`)
}

/** Records the fields that the checks read: they read every field they know, so the remaining ones are unknown. */
function watch<Value extends object>(value: Value, path: string, unread: Set<string>): Value {
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`)
  const proxies = new Map<string | symbol, unknown>()
  return new Proxy(value, {
    get(target, key) {
      const field: unknown = Reflect.get(target, key)
      unread.delete(`${path}/${String(key)}`)
      if (typeof field !== 'object' || field === null) return field
      if (!proxies.has(key)) proxies.set(key, watch(field, `${path}/${String(key)}`, unread))
      return proxies.get(key)
    },
  })
}
