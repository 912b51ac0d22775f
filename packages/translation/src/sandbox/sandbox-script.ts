/**
 * Script that runs as root of fresh namespaces, builds the reader's root on a small tmpfs and enters it: only listed
 * paths exist inside. Arguments: root, input, output, the read-only paths, `--`, the command. Bind mounts keep their
 * path, so that symbolic links and module resolution work as outside.
 */
export const sandboxScript = `
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1
show() {
  mkdir -p "$root\${1%/*}"
  if [ -h "$1" ]; then
    ln -s "$(readlink "$1")" "$root$1"
    return
  fi
  if [ -d "$1" ]; then mkdir -p "$root$1"; else : > "$root$1"; fi
  mount --bind "$1" "$root$1"
  mount -o remount,bind,ro,nosuid,nodev "$root$1"
}
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev box "$root"
mkdir "$root/input" "$root/output" "$root/proc" "$root/dev"
mount --bind "$2" "$root/input"
mount -o remount,bind,ro,nosuid,nodev,noexec "$root/input"
mount --bind "$3" "$root/output"
mount -o remount,bind,rw,nosuid,nodev,noexec "$root/output"
shift 3
while [ "$1" != -- ]; do show "$1"; shift; done
shift
for device in null urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t proc -o nosuid,nodev,noexec proc "$root/proc" || :
mount -o remount,bind,ro,nosuid,nodev "$root"
cd /
unset OLDPWD PWD PATH
exec /usr/sbin/chroot "$root" "$@"
`
