/** Connects clickhouse-jdbc to the analysts' port, as DBeaver, Metabase and Tableau do. Prints one line of JSON. */
import java.sql.*;
import java.util.*;

public class JdbcClient {
  static String json(Object value) {
    if (value instanceof List<?> list) {
      var parts = new StringJoiner(",", "[", "]");
      for (var item : list) parts.add(json(item));
      return parts.toString();
    }
    if (value instanceof Number) return value.toString();
    return "\"" + String.valueOf(value).replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"";
  }

  static List<Object> column(ResultSet rows, String name) throws SQLException {
    var values = new ArrayList<Object>();
    while (rows.next()) values.add(rows.getString(name));
    return values;
  }

  static long sum(Connection connection, String sql, String name) throws SQLException {
    long total = 0;
    try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
      while (rows.next()) total += rows.getLong(name);
    }
    return total;
  }

  static String refused(Connection connection, String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return "was not refused";
    } catch (Exception error) {
      var text = String.valueOf(error.getMessage());
      return text.substring(0, Math.min(300, text.length()));
    }
  }

  static Connection open(String port, String token) throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", "analyst");
    properties.setProperty("password", token);
    return DriverManager.getConnection("jdbc:clickhouse://127.0.0.1:" + port + "/reporting?compress=0", properties);
  }

  public static void main(String[] given) throws Exception {
    String port = given[0], token = given[1];
    var out = new LinkedHashMap<String, Object>();
    try (var connection = open(port, token)) {
      var about = connection.getMetaData();
      out.put("client", "clickhouse-jdbc " + about.getDriverVersion());
      out.put("connects", about.getDatabaseProductVersion());
      // Releases before 0.7 report databases as catalogues.
      var schemas = column(about.getSchemas(), "TABLE_SCHEM");
      out.put("schemas", schemas.isEmpty() ? column(about.getCatalogs(), "TABLE_CAT") : schemas);
      out.put("tables", column(about.getTables(null, "reporting", "%", null), "TABLE_NAME"));
      out.put("columns", column(about.getColumns(null, "reporting", "visits", "%"), "COLUMN_NAME"));
      var sums = new ArrayList<Object>();
      for (int i = 2; i < given.length; i += 2) sums.add(sum(connection, given[i], given[i + 1]));
      out.put("sums", sums);
      try (var prepared = connection.prepareStatement("SELECT toUInt32(?) + 1 AS n, ? AS word")) {
        prepared.setInt(1, 41);
        prepared.setString(2, "it's");
        var rows = prepared.executeQuery();
        rows.next();
        out.put("prepared", rows.getInt("n"));
      }
      out.put("error", refused(connection, "SELECT file('/etc/hostname')"));
      out.put("insert", refused(connection, "INSERT INTO visits (source) VALUES ('a')"));
    } catch (Exception error) {
      out.put("failed", error);
      error.printStackTrace();
    }
    var parts = new StringJoiner(",", "{", "}");
    out.forEach((name, value) -> parts.add(json(name) + ":" + json(value)));
    System.out.println(parts);
  }
}
