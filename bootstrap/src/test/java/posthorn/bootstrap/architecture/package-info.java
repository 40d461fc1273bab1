/** The rules that keep the hexagon a hexagon; the classes in {@code guilty} packages break them. */
package posthorn.bootstrap.architecture;
