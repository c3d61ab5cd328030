/** A Java runtime found on this machine. */
export interface Java {
  readonly home: string
  /** HOME/bin/java */
  readonly executable: string
  /** feature version: 8, 11, 17, 21, 25 */
  readonly feature: number
  /** full text such as "17.0.15+6-Debian-1deb12u1" */
  readonly build: string
  readonly vendor: string
}
