/** Used parts of forge-apis; the package has no types of its own. */
declare module 'forge-apis' {
  interface ApiResponse<Body> {
    readonly statusCode: number
    readonly body: Body
  }
  interface Credentials {
    readonly access_token: string
    readonly token_type: string
    readonly expires_in: number
  }
  class ApiClient {
    readonly basePath: string
    constructor(basePath: string)
  }
  class AuthClientTwoLeggedV2 {
    constructor(
      ...parameters: [id: string, secret: string, scopes: readonly string[], autoRefresh: boolean, client: ApiClient]
    )
    authenticate(): Promise<Credentials>
    verifyToken(token: string): Promise<{ readonly client_id: string; readonly scope: readonly string[] }>
  }
  /** Last two parameters of every call. */
  type Authorised = [client: AuthClientTwoLeggedV2, credentials: Credentials]
  interface Bucket {
    readonly bucketKey: string
    readonly policyKey: string
  }
  class BucketsApi {
    constructor(client: ApiClient)
    createBucket(...call: [bucket: object, options: object, ...Authorised]): Promise<ApiResponse<Bucket>>
    getBuckets(...call: [options: object, ...Authorised]): Promise<ApiResponse<{ readonly items: readonly Bucket[] }>>
    deleteBucket(...call: [key: string, ...Authorised]): Promise<ApiResponse<unknown>>
  }
  interface Uploaded {
    readonly objectKey: string
    readonly completed: { readonly objectId: string; readonly size: number }
  }
  interface Downloaded {
    readonly objectKey: string
    readonly data: Buffer
  }
  interface ObjectToSend {
    readonly objectKey: string
    readonly data: Buffer
    readonly length: number
  }
  interface ObjectToFetch {
    readonly objectKey: string
    readonly responseType: 'arraybuffer'
  }
  class ObjectsApi {
    constructor(client: ApiClient)
    uploadResources(
      ...call: [bucketKey: string, objects: readonly ObjectToSend[], options: object, ...Authorised]
    ): Promise<readonly Uploaded[]>
    downloadResources(
      ...call: [bucketKey: string, objects: readonly ObjectToFetch[], options: object, ...Authorised]
    ): Promise<readonly Downloaded[]>
    getObjectDetails(
      ...call: [bucketKey: string, objectKey: string, options: object, ...Authorised]
    ): Promise<ApiResponse<{ readonly size: number; readonly sha1: string }>>
    copyTo(
      ...call: [bucketKey: string, objectKey: string, newKey: string, ...Authorised]
    ): Promise<ApiResponse<{ readonly objectKey: string }>>
  }
  interface ReadManifest {
    readonly status: string
    readonly progress: string
    readonly region: string
  }
  interface ReadViews {
    readonly data: { readonly metadata: readonly { readonly guid: string }[] }
  }
  interface ApiResponseWithHeaders<Body> extends ApiResponse<Body> {
    readonly headers: Readonly<Record<string, string>>
  }
  /** URN of the design, of the derivative or the view; options, client and credentials. */
  type OfPart = readonly [string, string, object, AuthClientTwoLeggedV2, Credentials]
  class DerivativesApi {
    constructor(client: ApiClient, region: 'US' | 'EMEA')
    translate(
      job: object,
      options: object,
      client: AuthClientTwoLeggedV2,
      credentials: Credentials,
    ): Promise<ApiResponse<unknown>>
    getManifest(
      urn: string,
      options: object,
      client: AuthClientTwoLeggedV2,
      credentials: Credentials,
    ): Promise<ApiResponse<ReadManifest>>
    deleteManifest(urn: string, client: AuthClientTwoLeggedV2, credentials: Credentials): Promise<ApiResponse<unknown>>
    getDerivativeManifest(...parameters: OfPart): Promise<ApiResponse<string>>
    getDerivativeManifestInfo(...parameters: OfPart): Promise<ApiResponseWithHeaders<unknown>>
    getMetadata(
      urn: string,
      options: object,
      client: AuthClientTwoLeggedV2,
      credentials: Credentials,
    ): Promise<ApiResponse<ReadViews>>
    getModelviewMetadata(...parameters: OfPart): Promise<ApiResponse<unknown>>
    getModelviewProperties(...parameters: OfPart): Promise<ApiResponse<unknown>>
  }
}
