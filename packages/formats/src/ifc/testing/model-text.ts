import { computeGlobalId } from '../fixtures/step-writer.js'

/** A point or size, in the file's unit. */
export type Triple = readonly [number, number, number]

const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value))
const list = (values: readonly number[]): string => `(${values.map(real).join(',')})`

/** Creates statements #1 to #9: a project in metres, or in another unit, with its context (#6 is the body's). */
export function projectRows(lengthUnit = 'IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)'): string {
  return `
#1=IFCPROJECT('${computeGlobalId('project')}',$,'Project',$,$,$,$,(#5),#2);
#2=IFCUNITASSIGNMENT((#3,#4));
#3=${lengthUnit};
#4=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#8,$);
#6=IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,#5,$,.MODEL_VIEW.,$);
#7=IFCCARTESIANPOINT((0.,0.,0.));
#8=IFCAXIS2PLACEMENT3D(#7,$,$);
#9=IFCDIRECTION((0.,0.,1.));`
}

/** Creates a box from the centre of its base, as an extrusion with the number `id`; it uses `id` to `id + 4`. */
export function boxRows(id: number, [x, y, z]: Triple): string {
  return `
#${id}=IFCEXTRUDEDAREASOLID(#${id + 1},#8,#9,${real(z)});
#${id + 1}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#${id + 2},${real(x)},${real(y)});
#${id + 2}=IFCAXIS2PLACEMENT2D(#${id + 3},$);
#${id + 3}=IFCCARTESIANPOINT((0.,0.));`
}

/** A product of a test. */
export interface ProductText {
  readonly id: number
  readonly class?: string
  readonly name?: string
  readonly at?: Triple
  /** Representation items, already encoded (`#50`). */
  readonly items: string
  /** Parent placement. */
  readonly parent?: string
  readonly kind?: string
  /** Arguments after the shape. */
  readonly rest?: string
}

/** Returns the GlobalId of the product with this number. */
export const globalId = (id: number): string => computeGlobalId(`product ${id}`)

/**
 * Creates a product that uses the numbers `id` to `id + 5`: product, placement, shape, representation, frame, point.
 */
export function productRows(product: ProductText): string {
  const { id, at = [0, 0, 0], parent = '$', kind = 'SweptSolid', rest = '$,$' } = product
  const type = product.class ?? 'IFCWALL'
  return `
#${id}=${type}('${globalId(id)}',$,'${product.name ?? `Product ${id}`}',$,$,#${id + 1},#${id + 2},${rest});
#${id + 1}=IFCLOCALPLACEMENT(${parent},#${id + 4});
#${id + 2}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 3}));
#${id + 3}=IFCSHAPEREPRESENTATION(#6,'Body','${kind}',(${product.items}));
#${id + 4}=IFCAXIS2PLACEMENT3D(#${id + 5},$,$);
#${id + 5}=IFCCARTESIANPOINT(${list(at)});`
}

/** Creates a box-shaped product; it uses the numbers `id` to `id + 9`. */
export function boxProduct(product: Omit<ProductText, 'items'> & { readonly size?: Triple }): string {
  return productRows({ ...product, items: `#${product.id + 6}` }) + boxRows(product.id + 6, product.size ?? [1, 1, 1])
}
