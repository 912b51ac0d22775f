import { orbit, computeTarget } from '../../engine/camera/pose.js'
import type { ViewerCamera } from '../../engine/camera/viewer-camera.js'

/** USB vendor ids of 3D mice: 3Dconnexion, and Logitech before it. */
const vendors = [0x256f, 0x046d] as const
/** Value of an axis at full deflection. */
const fullReport = 350
/** Dead zone of an axis, as a ratio. */
const rest = 0.06
/** Rates per second: radians, and ratios of the canvas height or of the distance. */
const rotationRate = 1.6
const shiftRate = 0.9
const zoomRate = 1.4

interface HidDevice extends EventTarget {
  readonly vendorId: number
  readonly productName: string
  open(): Promise<void>
  close(): Promise<void>
}
interface HidInput extends Event {
  readonly reportId: number
  readonly data: DataView
}
interface Hid {
  getDevices(): Promise<HidDevice[]>
  requestDevice(options: { filters: readonly { vendorId: number }[] }): Promise<HidDevice[]>
}

/** Six axes, −1 to 1: right, towards the user, down, then the rotations about them. */
export type SixAxes = readonly [number, number, number, number, number, number]

const getHid = (): Hid | undefined => (navigator as { readonly hid?: Hid }).hid

/** Returns whether this browser supports 3D mice. */
export const offersSpaceMouse = (): boolean => getHid() !== undefined || 'getGamepads' in navigator

/** Returns the axes after a device report; axes not in the report stay. Null for button reports. */
export function axesAfter(axes: SixAxes, reportId: number, data: DataView): SixAxes | null {
  const first = reportId === 2 ? 3 : 0
  if (reportId !== 1 && reportId !== 2) return null
  const next = [...axes]
  const count = Math.min(6 - first, Math.floor(data.byteLength / 2))
  for (let axis = 0; axis < count; axis++) {
    const share = Math.max(-1, Math.min(1, data.getInt16(axis * 2, true) / fullReport))
    next[first + axis] = Math.abs(share) < rest ? 0 : share
  }
  return next as unknown as SixAxes
}

/** Moves a camera by six axes for a duration; the model follows the hand. */
export function moveByAxes(camera: ViewerCamera, axes: SixAxes, seconds: number): void {
  const [right, near, down, pitch, , yaw] = axes
  const { pose } = camera
  const rotated = orbit(pose, computeTarget(pose), {
    azimuth: -yaw * rotationRate * seconds,
    elevation: -pitch * rotationRate * seconds,
  })
  camera.hasMoved = true
  camera.apply(rotated, true)
  camera.panBy(right * shiftRate * seconds, -down * shiftRate * seconds)
  camera.zoomBy(Math.exp(near * zoomRate * seconds))
}

/** 3D mouse through WebHID where the browser supports it, otherwise as a gamepad with six axes. */
export class SpaceMouse {
  readonly #changed: () => void
  #device: HidDevice | null = null
  #axes: SixAxes = [0, 0, 0, 0, 0, 0]
  #usesGamepad = false

  /** Calls `changed` after each new device report. */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get connected(): boolean {
    return this.#device !== null || this.#usesGamepad
  }
  /** Current axes of the device. */
  get axes(): SixAxes {
    return this.#usesGamepad ? gamepadAxes() : this.#axes
  }
  /** Whether the device must be polled: a gamepad fires no events. */
  get needsPolling(): boolean {
    return this.#usesGamepad
  }

  /** Requests the device from the user; call it from a click. Returns false if there is none, or none was chosen. */
  async connect(): Promise<boolean> {
    const hid = getHid()
    const [device] = hid === undefined ? [] : await chosenDevice(hid)
    if (device === undefined) {
      this.#usesGamepad = firstSixAxes() !== null
      return this.#usesGamepad
    }
    await device.open()
    this.#device = device
    device.addEventListener('inputreport', (event) => {
      const { reportId, data } = event as HidInput
      this.#axes = axesAfter(this.#axes, reportId, data) ?? this.#axes
      this.#changed()
    })
    return true
  }

  disconnect(): void {
    void this.#device?.close()
    this.#device = null
    this.#usesGamepad = false
    this.#axes = [0, 0, 0, 0, 0, 0]
  }
}

async function chosenDevice(hid: Hid): Promise<HidDevice[]> {
  const isSpaceMouse = ({ vendorId, productName }: HidDevice): boolean =>
    vendorId === vendors[0] || (vendorId === vendors[1] && /space/i.test(productName))
  const authorized = (await hid.getDevices()).filter(isSpaceMouse)
  if (authorized.length > 0) return authorized
  try {
    return await hid.requestDevice({ filters: vendors.map((vendorId) => ({ vendorId })) })
  } catch {
    return []
  }
}

const firstSixAxes = (): Gamepad | null =>
  [...navigator.getGamepads()].find((pad) => pad !== null && pad.axes.length >= 6) ?? null

function gamepadAxes(): SixAxes {
  const axes = firstSixAxes()?.axes ?? []
  const shares = [0, 1, 2, 3, 4, 5].map((axis) => (Math.abs(axes[axis] ?? 0) < rest ? 0 : (axes[axis] ?? 0)))
  return shares as unknown as SixAxes
}
