/** True for a URL's hostname that can only be this machine: 127.0.0.0/8, `[::1]`, `localhost` and its subdomains. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/u, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(name)
}
