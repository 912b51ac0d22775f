import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfiguration } from '../../apps/server/src/platform/configuration/configuration.js'
import { findSchemaErrors } from './support/kubernetes-schema.js'
import { ensurePackages, runProgram } from './support/shell.js'
import { existsSync } from 'node:fs'

const folder = fileURLToPath(new URL('../../deploy/', import.meta.url))
const kubectl = (): string | null => (existsSync('/usr/bin/kubectl') ? '/usr/bin/kubectl' : null)
const hasKubectl = await ensurePackages(kubectl, ['kubernetes-client'])
if (!hasKubectl) process.stdout.write('fleet: manifests are not rendered, kubectl cannot be installed here\n')

type Labels = Readonly<Record<string, string>>

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly envFrom: readonly { readonly secretRef?: { readonly name: string } }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly resources: { readonly requests: unknown; readonly limits: unknown }
  readonly securityContext: unknown
  readonly volumeMounts: readonly { readonly mountPath: string }[]
}

/** Checked fields of a Kubernetes object. */
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly selector?: Labels & { readonly matchLabels?: Labels }
    readonly podSelector?: { readonly matchLabels: Labels }
    readonly ingress?: readonly { readonly from?: unknown; readonly ports: unknown }[]
    readonly scaleTargetRef?: { readonly name: string }
    readonly metrics?: readonly { readonly external: { readonly metric: { readonly name: string } } }[]
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: { readonly securityContext: unknown; readonly containers: readonly Container[] }
    }
  }
}

/** Contents of each workload's secret, which appear nowhere else. */
const workerSecrets = { DATABASE_PASSWORD: 'words', KAMAR_S3_ACCESS_KEY_ID: 'key', KAMAR_S3_SECRET_ACCESS_KEY: 'words' }
const secretsOf: Readonly<Record<string, Labels>> = {
  'kamar-worker': workerSecrets,
  'kamar-server': { ...workerSecrets, KAMAR_SECRET: 'what signs tokens, of 32 characters and more 0123456789' },
}

/**
 * Returns the environment of a container as Kubernetes assembles it from a config map, its secrets and its own values.
 */
function createEnvironment({ env, envFrom }: Container, shared: Labels): Record<string, string> {
  const environment: Record<string, string> = { ...shared }
  for (const { secretRef } of envFrom) Object.assign(environment, secretsOf[secretRef?.name ?? ''])
  for (const { name, value } of env)
    if (value !== undefined)
      environment[name] = value.replaceAll(/\$\(([A-Z_]+)\)/g, (_, reference: string) => environment[reference] ?? '')
  return environment
}

async function render(overlay: string): Promise<Manifest[]> {
  const text = await runProgram('/usr/bin/kubectl', ['kustomize', `${folder}kubernetes/overlays/${overlay}`])
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind)

const isWithin = (reference: Labels, labels: Labels): boolean =>
  Object.entries(reference).every(([name, value]) => labels[name] === value)

describe.skipIf(!hasKubectl).each(['small', 'production'])('Kubernetes manifests: %s', (overlay) => {
  it('match the Kubernetes schemas field by field', async () => {
    const manifests = await render(overlay)
    expect(manifests.length).toBeGreaterThan(8)
    for (const manifest of manifests)
      expect([manifest.kind, manifest.metadata.name, await findSchemaErrors(manifest)]).toEqual([
        manifest.kind,
        manifest.metadata.name,
        [],
      ])
  })

  it('run every container without privileges, with health probes and resource limits', async () => {
    const deployments = ofKind(await render(overlay), 'Deployment')
    expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual(['kamar-server', 'kamar-worker'])
    for (const { metadata, spec } of deployments) {
      expect(metadata.namespace).toBe('kamar')
      const { containers, securityContext } = spec.template.spec
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      const [container] = containers
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const probe = (path: string): unknown => expect.objectContaining({ httpGet: { path, port: 'metrics' } })
      expect(container).toMatchObject({
        startupProbe: probe('/live'),
        livenessProbe: probe('/live'),
        readinessProbe: probe('/ready'),
        resources: { requests: expect.anything() as unknown, limits: expect.anything() as unknown },
      })
      expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/certificates'])
    }
  })

  it('select existing pods, workloads and metrics', async () => {
    const manifests = await render(overlay)
    const pods = ofKind(manifests, 'Deployment').map(({ spec }) => spec.template.metadata.labels)
    const selectors = [
      ...ofKind(manifests, 'Service').map(({ spec }) => spec.selector ?? {}),
      ...['Deployment', 'PodDisruptionBudget'].flatMap((kind) =>
        ofKind(manifests, kind).map(({ spec }) => spec.selector?.matchLabels ?? {}),
      ),
      ...ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector?.matchLabels ?? {}),
    ]
    expect(selectors).toHaveLength(7)
    for (const selector of selectors)
      expect(pods.filter((labels) => isWithin(selector as Labels, labels))).toHaveLength(1)
    const [scaler] = ofKind(manifests, 'HorizontalPodAutoscaler')
    expect(scaler?.spec.scaleTargetRef?.name).toBe('kamar-worker')
    const metrics = readFileSync(
      new URL('../../apps/server/src/platform/monitoring/metrics.ts', import.meta.url),
      'utf8',
    )
    expect(metrics).toContain(`name: '${scaler?.spec.metrics?.[0]?.external.metric.name}'`)
  })

  it('contain settings that the server accepts', async () => {
    const manifests = await render(overlay)
    const shared = ofKind(manifests, 'ConfigMap')[0]?.data ?? {}
    for (const { metadata, spec } of ofKind(manifests, 'Deployment')) {
      const [container] = spec.template.spec.containers
      if (container === undefined) throw new Error('no container')
      const configuration = readConfiguration(createEnvironment(container, shared))
      expect(`kamar-${configuration.role}`).toBe(metadata.name)
      const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]))
      expect(configuration.metricsPort).toBe(ports['metrics'])
      expect(configuration.port).toBe(ports['http'] ?? 3000)
    }
  })

  it('give each workload its own secret and database role, and no server secret to workers', async () => {
    const manifests = await render(overlay)
    const shared = ofKind(manifests, 'ConfigMap')[0]?.data ?? {}
    const urls = ofKind(manifests, 'Deployment').map(({ metadata, spec }) => {
      const [container] = spec.template.spec.containers
      if (container === undefined) throw new Error('no container')
      expect(container.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual([metadata.name])
      const environment = createEnvironment(container, shared)
      expect(environment['NODE_EXTRA_CA_CERTS']).toBe('/certificates/ca.crt')
      expect('KAMAR_SECRET' in environment).toBe(metadata.name === 'kamar-server')
      const url = new URL(environment['DATABASE_URL'] ?? '')
      expect(url.searchParams.get('sslmode')).toBe('verify-full')
      return [metadata.name, [url.username, environment['KAMAR_WORKER_DATABASE_ROLE']]] as const
    })
    expect(Object.fromEntries(urls)).toEqual({
      'kamar-server': ['kamar', 'kamar_worker'],
      'kamar-worker': ['kamar_worker', undefined],
    })
  })
})

describe.skipIf(!hasKubectl)('Kubernetes manifests: production', () => {
  it('trust one proxy, and allow connections from the ingress only', async () => {
    const manifests = await render('production')
    const { data } = ofKind(manifests, 'ConfigMap')[0] ?? {}
    const own = { ...secretsOf['kamar-server'], DATABASE_URL: 'postgres://kamar@database/kamar' }
    expect(readConfiguration({ ...data, ...own }).trustProxy).toBe(1)
    const policy = ofKind(manifests, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'kamar-server')
    const namespace = { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } }
    expect(policy?.spec.ingress?.[0]).toEqual({ from: [{ namespaceSelector: namespace }], ports: [{ port: 'http' }] })
  })
})

describe('findSchemaErrors', () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', labels: { app: 'a' } },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  }

  it('finds unknown fields, wrong types, missing fields and unknown kinds', async () => {
    expect(await findSchemaErrors(deployment)).toEqual([])
    const misspelt = structuredClone(deployment)
    Object.assign(misspelt.spec.template.spec.containers[0] ?? {}, { livenesProbe: { periodSeconds: 1 } })
    expect(await findSchemaErrors(misspelt)).toEqual(['/spec/template/spec/containers/0/livenesProbe is not known'])
    const replicas = { ...deployment, spec: { ...deployment.spec, replicas: 'two' } }
    expect((await findSchemaErrors(replicas)).join()).toMatch(/replicas must be integer/)
    expect((await findSchemaErrors({ ...deployment, spec: {} } as typeof deployment)).join()).toMatch(/selector/)
    expect(await findSchemaErrors({ ...deployment, kind: 'Deploy' })).toEqual(['there is no Deploy in apps/v1'])
  })
})

describe('compose file', () => {
  it('contains settings that the server accepts, and no secrets', () => {
    const { services, text } = readCompose()
    for (const role of ['server', 'worker']) {
      expect(readConfiguration(services[role]?.environment ?? {}).role).toBe(role)
      expect(services[role]?.read_only).toBe(true)
    }
    expect(text.match(/(PASSWORD|SECRET\w*|KEY\w*): (?!\$\{)/g)).toBeNull()
  })

  it('L11 gives a worker no server secret, another database role and another object store key', () => {
    const { services, text } = readCompose()
    const [server = {}, worker = {}] = ['server', 'worker'].map((name) => services[name]?.environment)
    expect(worker['KAMAR_SECRET']).toBeUndefined()
    expect(new URL(worker['DATABASE_URL'] ?? '').username).toBe(server['KAMAR_WORKER_DATABASE_ROLE'])
    expect(new URL(server['DATABASE_URL'] ?? '').username).toBe('kamar')
    const names = /KAMAR_S3_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY): (\S+)/g
    expect(new Set([...text.matchAll(names)].map(([, name]) => name)).size).toBe(4)
    const policy = JSON.parse(readFileSync(`${folder}s3/worker-policy.json`, 'utf8')) as {
      readonly Statement: readonly { readonly Action: readonly string[]; readonly Resource: readonly string[] }[]
    }
    expect(policy.Statement.flatMap(({ Action }) => Action).toSorted()).toEqual([
      's3:AbortMultipartUpload',
      's3:GetObject',
      's3:ListBucket',
      's3:PutObject',
    ])
  })

  it('connects to database and object store only by verified TLS', () => {
    const { services } = readCompose()
    for (const name of ['server', 'worker']) {
      const environment = services[name]?.environment ?? {}
      expect(new URL(environment['DATABASE_URL'] ?? '').searchParams.get('sslmode')).toBe('verify-full')
      expect(environment['KAMAR_S3_ENDPOINT']).toMatch(/^https:/)
      expect(services[name]?.volumes).toContain('authority:/certificates:ro')
      expect(environment['NODE_EXTRA_CA_CERTS']).toBe('/certificates/authority.crt')
    }
    expect(readFileSync(`${folder}pg_hba.conf`, 'utf8')).toMatch(/^hostnossl all +all +all +reject$/m)
  })
})

interface Compose {
  readonly text: string
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>
        readonly read_only?: boolean
        readonly volumes?: readonly string[]
      }
    >
  >
}

/** Returns the compose file, with placeholders for the values of deploy/.env. */
function readCompose(): Compose {
  const text = readFileSync(`${folder}compose.yaml`, 'utf8')
  const filled = text.replaceAll(/\$\{[A-Z_0-9]+(:-([^}]*))?(:\?)?\}/g, (_, fallback?: string, word?: string) =>
    fallback === undefined ? 'words-of-32-characters-and-more-0123456789' : (word ?? ''),
  )
  const { services } = parse(filled, { merge: true }) as Compose
  return { text, services }
}
