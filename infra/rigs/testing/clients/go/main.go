// clickhouse-go over HTTP at the analysts' port, as Grafana's plugin uses it: prints one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

var ctx = context.Background()

func open(port, token string, method clickhouse.CompressionMethod) (driver.Conn, error) {
	return clickhouse.Open(&clickhouse.Options{
		Addr:        []string{"127.0.0.1:" + port},
		Protocol:    clickhouse.HTTP,
		Auth:        clickhouse.Auth{Database: "reporting", Username: "analyst", Password: token},
		Compression: &clickhouse.Compression{Method: method},
	})
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println(`{"client":"clickhouse-go","failed":` + quoted(err.Error()) + `}`)
		os.Exit(0)
	}
	return value
}

func quoted(text string) string {
	line, _ := json.Marshal(text)
	return string(line)
}

func texts(conn driver.Conn, sql string) []string {
	rows := must(conn.Query(ctx, sql))
	found := []string{}
	for rows.Next() {
		var name string
		must(0, rows.Scan(&name))
		found = append(found, name)
	}
	must(0, rows.Err())
	return found
}

func sum(conn driver.Conn, sql, column string) uint64 {
	rows := must(conn.Query(ctx, sql))
	var total uint64
	for rows.Next() {
		values := []any{}
		at := -1
		for i, kind := range rows.ColumnTypes() {
			values = append(values, reflect.New(kind.ScanType()).Interface())
			if kind.Name() == column {
				at = i
			}
		}
		must(0, rows.Scan(values...))
		total += reflect.ValueOf(values[at]).Elem().Uint()
	}
	must(0, rows.Err())
	return total
}

func refused(conn driver.Conn, sql string) string {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return err.Error()
	}
	for rows.Next() {
	}
	if rows.Err() != nil {
		return rows.Err().Error()
	}
	return "was not refused"
}

func main() {
	port, token, queries := os.Args[1], os.Args[2], os.Args[3:]
	conn := must(open(port, token, clickhouse.CompressionNone))
	version := must(conn.ServerVersion())
	sums, compressed := []uint64{}, []uint64{}
	for i := 0; i < len(queries); i += 2 {
		sums = append(sums, sum(conn, queries[i], queries[i+1]))
	}
	var next uint64
	must(0, conn.QueryRow(ctx, "SELECT toUInt64({n:UInt32} + 1)", clickhouse.Named("n", 41)).Scan(&next))
	for _, method := range []clickhouse.CompressionMethod{clickhouse.CompressionLZ4, clickhouse.CompressionGZIP} {
		compressed = append(compressed, sum(must(open(port, token, method)), queries[0], queries[1]))
	}
	line := must(json.Marshal(map[string]any{
		"client":     "clickhouse-go",
		"connects":   version.Version.String(),
		"schemas":    texts(conn, "SHOW DATABASES"),
		"tables":     texts(conn, "SELECT name FROM system.tables WHERE database = 'reporting'"),
		"columns":    texts(conn, "SELECT name FROM system.columns WHERE database = 'reporting' AND table = 'visits'"),
		"sums":       sums,
		"prepared":   next,
		"compressed": compressed,
		"error":      refused(conn, "SELECT file('/etc/hostname')"),
		"insert":     refused(conn, "INSERT INTO visits (source) VALUES ('a')"),
	}))
	fmt.Println(string(line))
}
